import {
  codes,
  findRegistration,
  NewRegistration,
  type Registration,
  type RequestOf,
  register,
} from '@atrium/contract'
import type { Trx } from '../../database/transaction.ts'
import { fieldIssue, refuse, refuseFields } from '../../http/refusal.ts'
import { handleOwn } from '../../http/route.ts'
import type { OwnWork } from '../../http/work.ts'
import { maskedPhone } from '../identifiers/index.ts'
import { consumeLimit, registrationLimit } from '../limits/index.ts'
import {
  checkPassword,
  hashPassword,
  openPasswords,
  type RunQueued,
  withHashQueue,
} from '../passwords/index.ts'
import { type Acceptance, acceptInvitation } from './accept.ts'
import { choosePositions, invitedUser, openInvitation } from './invitation.ts'

const present = async (
  trx: Trx,
  { input, language }: OwnWork<typeof findRegistration>,
): Promise<Registration> => {
  const { tenantId, email, emailKey, positionId } = await openInvitation(trx, input.key)
  const tenant = trx.selectFrom('tenant').select('tenantName').where('id', '=', tenantId)
  const user = await invitedUser(trx, emailKey)
  return {
    ...(await tenant.executeTakeFirstOrThrow()),
    name: user?.fullName ?? '',
    username: user?.userName ?? '',
    phone: user ? maskedPhone(user.phone) : '',
    email,
    remark: '',
    key: input.key,
    isUser: user !== undefined,
    positionId: positionId ?? '',
    positionList: await choosePositions(trx, tenantId, language),
  }
}

/** GET /account/email/getTenantUser. */
export const findRegistrationRoute = handleOwn(findRegistration, (work) =>
  work.system((trx) => present(trx, work)),
)

/** The rules of somebody new: every field that breaks one. */
const check = (input: RequestOf<typeof register>): void => {
  const issues = [...(NewRegistration.safeParse(input).error?.issues ?? [])]
  refuseFields(input.password === '' ? [...issues, fieldIssue('password', 'rule.required')] : issues)
}

/** The account that somebody new asks for, its password hashed before any transaction begins. */
const newUserOf = async (
  { input, language, services }: OwnWork<typeof register>,
  runQueued: RunQueued,
): Promise<Acceptance['newUser']> => {
  check(input)
  const { password } = await openPasswords(services, input.username, {
    password: { sent: input.password, purpose: 'registration' },
  })
  checkPassword('password', password)
  const { name: fullName, username: userName, phone, remark } = input
  return {
    fullName,
    userName,
    phone,
    remark,
    language,
    passwordHash: await hashPassword(password, runQueued),
  }
}

/**
 * Whether the invited address has no account yet. Refuses keys that are not good, and newcomers who try too often,
 * before anything is hashed; the try stays spent whatever follows.
 */
const isNewcomer = async ({ input, system }: OwnWork<typeof register>): Promise<boolean> => {
  const found = await system(async (trx) => {
    const { id, emailKey } = await openInvitation(trx, input.key)
    if (await invitedUser(trx, emailKey)) return 'has an account'
    return (await consumeLimit(trx, registrationLimit(id))) ? 'newcomer' : 'too often'
  })
  if (found === 'too often') refuse(codes.limitReached)
  return found === 'newcomer'
}

const accept = async (work: OwnWork<typeof register>, runQueued: RunQueued): Promise<null> => {
  const { input, system, language, services } = work
  const newUser = (await isNewcomer(work)) ? await newUserOf(work, runQueued) : undefined
  return system(async (trx, audit) => {
    const acceptance = { key: input.key, positionId: input.positionId, newUser }
    const accepted = await acceptInvitation({ trx, language, services }, acceptance)
    // An account that was there a moment ago has given its address up.
    if (!accepted) return refuse(codes.conflict)
    const { invitation, closed, user } = accepted
    audit({
      entity: 'invitation',
      entityId: invitation.id,
      tenantId: invitation.tenantId,
      before: { status: 'pending', acceptedBy: null, acceptedAt: null },
      after: {
        ...closed,
        userName: user.userName,
        newUser: newUser !== undefined,
        positionId: input.positionId,
      },
      actor: { userId: user.id, userName: user.userName },
    })
    return null
  })
}

/** POST /account/email/authorization. Nobody is signed in by it. */
export const registerRoute = handleOwn(register, (work) =>
  withHashQueue(work.client, (runQueued) => accept(work, runQueued)),
)
