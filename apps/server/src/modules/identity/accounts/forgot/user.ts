import { codes, type Profile, userStatus } from '@atrium/contract'
import type { Client } from '../../../../platform/caller/client.ts'
import type { Trx } from '../../../../platform/database/transaction.ts'
import { reject } from '../../../../platform/http/rejection.ts'
import type { Services } from '../../../../platform/http/work.ts'
import { type DeviceUser, storedName } from '../../attempts/index.ts'
import { askCaptcha, captchaAnswer } from '../../captcha/index.ts'
import type { Proof } from '../../codes/index.ts'
import { hasPhoneOfAnother, isExternal, maskedPhone, phoneMaskOf, verified } from '../../identifiers/index.ts'
import { consumeLimit, dayLimit, forgotPasswordLimit, type SendPurpose, usedOf } from '../../limits/index.ts'

/** A user who may reset their forgotten password. */
export interface ResettableUser extends DeviceUser {
  readonly userName: string
  readonly phone: string
  readonly phoneKey: string | null
  readonly phoneValid: number
  /** Whether another account has verified the number. No code is sent there in that case. */
  readonly phoneOfAnother: boolean
  readonly email: string
  readonly emailKey: string | null
  readonly emailValid: number
  readonly language: string
  readonly passwordChangedAt: Date | null
}

/**
 * Returns the user by name if this system owns their password. Returns undefined for an unknown name, a locked user,
 * and a user from an external identity source.
 * @param hold whether to lock the row until the transaction ends
 */
export const findResettableUser = async (
  trx: Trx,
  profile: Profile,
  nameKey: string,
  hold = false,
): Promise<ResettableUser | undefined> => {
  const user = await trx
    .selectFrom('appUser')
    .select(['id', 'userName', 'phone', 'phoneKey', 'email', 'emailKey', 'emailValid', 'language', 'org'])
    .select(['phoneValid', hasPhoneOfAnother.as('phoneOfAnother'), 'passwordChangedAt', 'devicesSince'])
    .where('userNameKey', '=', nameKey)
    .where('status', '=', userStatus.normal)
    .$if(hold, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  return user && !isExternal(profile, user.org) ? user : undefined
}

/** Returns the name under which codes and limits are stored, whether or not the user may reset the password. */
export const storedNameOf = async (
  trx: Trx,
  { secrets }: Pick<Services, 'secrets'>,
  nameKey: string,
): Promise<string> => {
  const user = await trx
    .selectFrom('appUser')
    .select('id')
    .where('userNameKey', '=', nameKey)
    .executeTakeFirst()
  return storedName(secrets, nameKey, user !== undefined)
}

/** Returns the masked phone of a user name. Names without a phone get a made-up mask. */
export const maskOf = (services: Services, nameKey: string, user: ResettableUser | undefined): string =>
  user?.phoneKey ? maskedPhone(user.phone) : phoneMaskOf(services.secrets, nameKey)

/**
 * Returns the contact that receives the code: the phone, or the verified e-mail address if the user has no phone of
 * their own.
 */
export const recipientOf = ({ phoneKey, phoneOfAnother, email, emailKey, emailValid }: ResettableUser) => {
  if (phoneKey !== null && !phoneOfAnother) return { kind: 'sms', to: phoneKey, key: phoneKey } as const
  if (emailKey !== null && emailValid === verified)
    return { kind: 'email', to: email, key: emailKey } as const
  return undefined
}

/**
 * Returns the proof by a code for a forgotten password. It becomes invalid when the recipient's contact changes.
 * @param name as it is stored
 */
export const proofOf = (name: string, user: ResettableUser | undefined): Proof => ({
  purpose: 'reset',
  subject: name,
  sentTo: user && recipientOf(user)?.key,
})

/** A request from a user who has forgotten their password or user name. */
interface Asked {
  readonly input: { readonly captcha: string; readonly checkKey: string }
  readonly client: Client
  readonly services: Services
  readonly system: <Result>(work: (trx: Trx) => Promise<Result>) => Promise<Result>
}

/** Recipient of the message. */
interface Recipient {
  readonly purpose: SendPurpose
  readonly key: string
}

/**
 * Requires a captcha after several calls from an address, or if the recipient was sent many messages today. The
 * response does not reveal whether the recipient exists.
 * @throws Rejection 701 if a captcha is needed, 20001 if it is wrong
 */
export const requireCaptcha = async (
  { input, client, services, system }: Asked,
  recipient?: Recipient,
): Promise<void> => {
  const { secrets, profile } = services
  const { limits } = profile
  const outcome = await system(async (trx) => {
    const sent = recipient
      ? await usedOf(trx, dayLimit(recipient.purpose, recipient.key, profile.timeZone))
      : 0
    const isFree =
      sent < limits.codes.withoutCaptchaADay &&
      (await consumeLimit(trx, forgotPasswordLimit(client.address, limits.address.forgottenADay)))
    return isFree ? 'captcha right' : askCaptcha(trx, captchaAnswer(secrets, input))
  })
  if (outcome === 'captcha needed') reject(codes.captchaNeeded, 'refusal.captchaOften')
  if (outcome === 'captcha wrong') reject(codes.badCredentials, 'refusal.captchaWrong')
}
