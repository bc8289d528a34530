import { codes, forgotReset, languageOf } from '@atrium/contract'
import type { Trx } from '../../../database/transaction.ts'
import { refuse, refuseField } from '../../../http/refusal.ts'
import { handleOwn } from '../../../http/route.ts'
import type { Services } from '../../../http/services.ts'
import type { Audit, Client } from '../../../http/work.ts'
import { burnCode, tryCode } from '../../identity/codes/index.ts'
import { phoneKey } from '../../identity/contacts/index.ts'
import { addressGroup } from '../../identity/failures/index.ts'
import { userNameKey } from '../../identity/index.ts'
import { spendAddress } from '../../identity/limits/index.ts'
import { setPassword } from '../../identity/password-change/set-password.ts'
import { checkPassword, hashPassword, openPasswords } from '../../identity/passwords/index.ts'
import { type ForgetfulUser, forgetfulUser, maskOf } from './find-user.ts'
import { proofOf } from './proof.ts'

/** Who wants a new password, and by what. */
interface Reset {
  readonly nameKey: string
  readonly phone: string
  readonly code: string
  readonly client: Client
}

/** Tries the code. @returns whether it was right, for a user, with the phone that they have */
const tryIt = async (trx: Trx, services: Services, { nameKey, phone, code }: Reset): Promise<boolean> => {
  const user = await forgetfulUser(trx, services.profile, nameKey)
  const right = await tryCode(trx, services.secrets, proofOf(nameKey, user), code)
  const samePhone = phone === maskOf(services, nameKey, user) || phoneKey(phone) === user?.phoneKey
  return right && samePhone && user !== undefined
}

/** Tells the user, in case that it was not them: by e-mail or, without an address, by SMS. */
const tell = async (trx: Trx, { outbox }: Services, user: ForgetfulUser): Promise<void> => {
  const { userName, email, phone } = user
  const notice = {
    language: languageOf(user.language),
    template: 'passwordWasReset' as const,
    params: { userName, at: new Date() },
  }
  if (email !== '') await outbox.queueMessage(trx, { kind: 'email', to: email, ...notice })
  else if (phone !== '') await outbox.queueMessage(trx, { kind: 'sms', to: phone, ...notice })
}

/** What follows the right code. Of two tabs with one code, the second finds it used. */
const reset = async (
  trx: Trx,
  audit: Audit,
  services: Services,
  wanted: Reset & { passwordHash: string },
) => {
  const { nameKey, code, client, passwordHash } = wanted
  const user = await forgetfulUser(trx, services.profile, nameKey)
  const burnt = await burnCode(trx, services.secrets, proofOf(nameKey, user), code)
  if (!burnt || !user) return refuse(codes.badCode)
  await setPassword(
    trx,
    audit,
    { user, pair: { nameKey, group: addressGroup(client.address) } },
    passwordHash,
  )
  await tell(trx, services, user)
  return null
}

/** POST /account/forget/check/auth. An unknown name answers like a wrong code. */
export const forgotResetRoute = handleOwn(forgotReset, async ({ input, client, system, services }) => {
  const { password, rePassword } = await openPasswords(services, input.userName, {
    password: { sent: input.password, purpose: 'reset' },
    rePassword: { sent: input.rePassword, purpose: 'reset' },
  })
  checkPassword('password', password)
  if (rePassword !== password) refuseField('rePassword', 'rule.passwordMismatch')
  const wanted = {
    ...{ nameKey: userNameKey(input.userName), phone: input.phone },
    ...{ code: input.authCode, client },
  }
  await spendAddress(system, 'try', client)
  if (!(await system((trx) => tryIt(trx, services, wanted)))) refuse(codes.badCode)
  const passwordHash = await hashPassword(password)
  return system((trx, audit) => reset(trx, audit, services, { ...wanted, passwordHash }))
})
