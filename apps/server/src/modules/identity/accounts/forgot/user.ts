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

/** Somebody who may set a forgotten password anew. */
export interface ResettableUser extends DeviceUser {
  readonly userName: string
  readonly phone: string
  readonly phoneKey: string | null
  readonly phoneValid: number
  /** Whether another account has verified the number: then no code goes there. */
  readonly phoneOfAnother: boolean
  readonly email: string
  readonly emailKey: string | null
  readonly emailValid: number
  readonly language: string
  readonly passwordChangedAt: Date | null
}

/**
 * Returns the user of a name whose password this system keeps; undefined for nobody, a locked user, and one of another
 * source.
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

/** The name under which what is asked for it is stored, whether its user may reset the password or not. */
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

/** The masked phone that goes with a name. Names without one have a mask all the same. */
export const maskOf = (services: Services, nameKey: string, user: ResettableUser | undefined): string =>
  user?.phoneKey ? maskedPhone(user.phone) : phoneMaskOf(services.secrets, nameKey)

/**
 * Returns the contact of a user who is identified by user name: the phone, or without one of their own the verified
 * e-mail address.
 */
export const recipientOf = ({ phoneKey, phoneOfAnother, email, emailKey, emailValid }: ResettableUser) => {
  if (phoneKey !== null && !phoneOfAnother) return { kind: 'sms', to: phoneKey, key: phoneKey } as const
  if (emailKey !== null && emailValid === verified)
    return { kind: 'email', to: email, key: emailKey } as const
  return undefined
}

/**
 * The proof by a code for a forgotten password. It is no longer valid when the user's contact changes.
 * @param name as it is stored
 */
export const proofOf = (name: string, user: ResettableUser | undefined): Proof => ({
  purpose: 'reset',
  subject: name,
  sentTo: user && recipientOf(user)?.key,
})

/** A call of a user who has forgotten something. */
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
 * Asks for a captcha after some calls from an address, and if a recipient was sent many messages today. The response is
 * the same whether there is such a recipient or not.
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
