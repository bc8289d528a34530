import {
  codes,
  findRegistration,
  NewRegistration,
  type Registration,
  register,
  sendRegistrationCode,
} from '@atrium/contract'
import type { Trx } from '../../../platform/database/transaction.ts'
import { fieldIssue, reject, rejectFields } from '../../../platform/http/rejection.ts'
import { handleOwn } from '../../../platform/http/route.ts'
import type { OwnWork } from '../../../platform/http/work.ts'
import { consumeCode, type Proof, tryCode } from '../../identity/codes/index.ts'
import { maskedPhone, unverified, verified } from '../../identity/identifiers/index.ts'
import { consumeAddressLimit, consumeLimit, registrationLimit } from '../../identity/limits/index.ts'
import {
  checkPassword,
  decryptPasswords,
  hashPassword,
  type RunQueued,
  withHashQueue,
} from '../../identity/passwords/index.ts'
import { type Acceptance, acceptInvitation } from './accept.ts'
import { choosePositions, invitedUser, openInvitation } from './invitation.ts'
import { phoneProofOf, sendPhoneCode } from './phone-code.ts'

const present = async (
  trx: Trx,
  { input, language, services }: OwnWork<typeof findRegistration>,
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
    phoneCodeNeeded: services.sendsSms && user === undefined,
  }
}

/** GET /account/email/getTenantUser. */
export const findRegistrationRoute = handleOwn(findRegistration, (work) =>
  work.system((trx) => present(trx, work)),
)

/** POST /account/email/sendAuthCode. */
export const sendRegistrationCodeRoute = handleOwn(sendRegistrationCode, async (work) => {
  await consumeAddressLimit(work, 'send')
  await work.system(async (trx) => {
    const { id, emailKey } = await openInvitation(trx, work.input.key)
    if (await invitedUser(trx, emailKey)) reject(codes.conflict)
    await sendPhoneCode(trx, work, id)
  })
  return null
})

/** Checks the fields of a new user and rejects all invalid ones. */
const check = ({ input, services }: OwnWork<typeof register>): void => {
  const { password, phoneCode } = input
  const needed = { password, ...(services.sendsSms && { phoneCode }) }
  rejectFields([
    ...(NewRegistration.safeParse(input).error?.issues ?? []),
    ...Object.entries(needed).flatMap(([field, value]) =>
      value === '' ? [fieldIssue(field, 'rule.required')] : [],
    ),
  ])
}

/**
 * Returns the account to create for a new user. The password is hashed before a transaction begins.
 * @param proof proof that the code must provide, if one is required
 */
const newUserOf = async (
  work: OwnWork<typeof register>,
  proof: Proof | undefined,
  runQueued: RunQueued,
): Promise<Acceptance['newUser']> => {
  const { input, language, services, system } = work
  check(work)
  const { password } = await decryptPasswords(services, input.username, {
    password: { sent: input.password, purpose: 'registration' },
  })
  await checkPassword('password', password)
  if (proof && !(await system((trx) => tryCode(trx, services, proof, input.phoneCode)))) reject(codes.badCode)
  const { name: fullName, username: userName, phone, remark } = input
  return {
    fullName,
    userName,
    phone,
    phoneValid: proof ? verified : unverified,
    remark,
    language,
    passwordHash: await hashPassword(password, runQueued),
  }
}

/**
 * Returns the id of the invitation if its address has no account yet. Rejects invalid keys and too frequent attempts
 * before a password is hashed. The attempt counts even if it fails later.
 */
const newcomersInvitation = async ({
  input,
  system,
}: OwnWork<typeof register>): Promise<string | undefined> => {
  const { id, found } = await system(async (trx) => {
    const { id, emailKey } = await openInvitation(trx, input.key)
    if (await invitedUser(trx, emailKey)) return { id, found: 'has an account' }
    return { id, found: (await consumeLimit(trx, registrationLimit(id))) ? 'newcomer' : 'too often' }
  })
  if (found === 'too often') reject(codes.limitReached)
  return found === 'newcomer' ? id : undefined
}

const accept = async (work: OwnWork<typeof register>, runQueued: RunQueued): Promise<null> => {
  const { input, system, language, services } = work
  const newcomers = await newcomersInvitation(work)
  const proof =
    newcomers !== undefined && services.sendsSms ? phoneProofOf(newcomers, input.phone) : undefined
  const newUser = newcomers === undefined ? undefined : await newUserOf(work, proof, runQueued)
  return system(async (trx, audit) => {
    if (proof && !(await consumeCode(trx, services.secrets, proof, input.phoneCode))) reject(codes.badCode)
    const acceptance = { key: input.key, positionId: input.positionId, newUser }
    const accepted = await acceptInvitation({ trx, language, services }, acceptance)
    // The account with this verified address no longer has it.
    if (!accepted) return reject(codes.conflict)
    const { invitation, closed, user } = accepted
    audit({
      entity: 'invitation',
      entityId: invitation.id,
      tenantId: invitation.tenantId,
      before: { status: 'pending', acceptedBy: null, acceptedAt: null, madeMember: false },
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

/** POST /account/email/authorization. It does not sign the user in. */
export const registerRoute = handleOwn(register, (work) =>
  withHashQueue(work.client, (runQueued) => accept(work, runQueued)),
)
