import { codes, NewRegistration, type RequestOf, register } from '@atrium/contract'
import { fieldIssue, refuse, refuseFields } from '../../http/refusal.ts'
import { handleOwn } from '../../http/route.ts'
import type { OwnWork } from '../../http/work.ts'
import { checkPassword, hashPassword } from '../identity/passwords/index.ts'
import { openFields } from '../identity/sign-in/open-fields.ts'
import { type Acceptance, acceptInvitation } from './accept.ts'
import { invitedUser } from './invited-user.ts'
import { openInvitation } from './open-invitation.ts'

/** The rules of somebody new: every field that breaks one. */
const check = (input: RequestOf<typeof register>): void => {
  const issues = [...(NewRegistration.safeParse(input).error?.issues ?? [])]
  refuseFields(input.password === '' ? [...issues, fieldIssue('password', 'rule.required')] : issues)
}

/** The account that somebody new asks for, its password hashed before any transaction begins. */
const newUserOf = async ({
  input,
  language,
  services,
}: OwnWork<typeof register>): Promise<Acceptance['newUser']> => {
  check(input)
  const { password } = await openFields(services, { password: input.password })
  checkPassword('password', password)
  const { name: fullName, username: userName, phone, remark } = input
  return { fullName, userName, phone, remark, language, passwordHash: await hashPassword(password) }
}

/** Whether the invited address has an account; refuses keys that are not good before anything is hashed. */
const hasAccount = ({ input, system }: OwnWork<typeof register>): Promise<boolean> =>
  system(async (trx) => {
    const { emailKey } = await openInvitation(trx, input.key)
    return (await invitedUser(trx, emailKey)) !== undefined
  })

/** POST /account/email/authorization. Nobody is signed in by it. */
export const registerRoute = handleOwn(register, async (work) => {
  const { input, system } = work
  const newUser = (await hasAccount(work)) ? undefined : await newUserOf(work)
  return system(async (trx, audit) => {
    const accepted = await acceptInvitation(trx, { key: input.key, positionId: input.positionId, newUser })
    // An account that was there a moment ago has given its address up.
    if (!accepted) return refuse(codes.conflict)
    const { invitation, user } = accepted
    audit({
      ...{ entity: 'invitation', entityId: invitation.id, tenantId: invitation.tenantId },
      before: { status: 'pending' },
      after: {
        ...{ status: 'accepted', userId: user.id, userName: user.userName, newUser: newUser !== undefined },
        positionId: input.positionId,
      },
      actor: { userId: user.id, userName: user.userName },
    })
    return null
  })
})
