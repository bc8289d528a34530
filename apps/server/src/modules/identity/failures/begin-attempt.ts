import type { Trx } from '../../../database/transaction.ts'
import type { Client } from '../../../http/work.ts'
import type { CaptchaAnswer } from '../captcha/index.ts'
import { askCaptcha } from '../captcha/index.ts'
import { type DeviceRequest, type DeviceUser, knownDevice } from '../device.ts'
import { userNameKey } from '../user-name.ts'
import { addressGroup } from './address-group.ts'
import { countFailure, holdCounts, type Pair } from './counters.ts'
import { isClosed, needsCaptcha } from './policy.ts'
import { type TriedUser, triedUsers } from './tried-user.ts'

/** Where an attempt comes from. */
export interface Visitor extends DeviceRequest {
  readonly client: Client
}

/** Somebody tries a password. */
export interface Try {
  readonly userName: string
  readonly visitor: Visitor
  /** None where the call has no captcha to ask for. */
  readonly captcha: CaptchaAnswer | 'not asked'
}

/** How an attempt goes on. Only an open one may compare a password; it is already counted as a failure. */
export type Attempt =
  | { readonly kind: 'open' | 'locked'; readonly pair: Pair; readonly user: TriedUser | undefined }
  | { readonly kind: 'captcha needed' }
  | { readonly kind: 'captcha wrong' }

/** Whose failures count where a visitor tries to be a user: the device's, where it is known to be theirs. */
export const pairOf = (nameKey: string, visitor: Visitor, user: DeviceUser | undefined): Pair => {
  const device = knownDevice(visitor, user)
  return device === undefined
    ? { nameKey, from: addressGroup(visitor.client.address), knownDevice: false }
    : { nameKey, from: `device ${device}`, knownDevice: true }
}

/**
 * Begins an attempt: asks for the captcha where the counts say so, and counts it as a failure until
 * `clearFailures` says otherwise. Must be committed before the password is opened and compared.
 */
export const beginAttempt = async (trx: Trx, { userName, visitor, captcha }: Try): Promise<Attempt> => {
  const nameKey = userNameKey(userName)
  const user = await triedUsers(trx).where('userNameKey', '=', nameKey).executeTakeFirst()
  const pair = pairOf(nameKey, visitor, user)
  const counts = await holdCounts(trx, pair)
  const kind =
    captcha !== 'not asked' && needsCaptcha(counts) ? await askCaptcha(trx, captcha) : 'captcha right'
  if (kind !== 'captcha right') return { kind }
  if (isClosed(counts)) return { kind: 'locked', pair, user }
  await countFailure(trx, pair)
  return { kind: 'open', pair, user }
}

/**
 * Begins the try of a code, which counts as a failure like an attempt with a password. A name that is closed stays
 * open to codes: their tries are few by themselves, and they are the way in for its user on a new device.
 * @returns false where the pair is locked
 */
export const beginCodeTry = async (trx: Trx, pair: Pair): Promise<boolean> => {
  const { pairLocked } = await holdCounts(trx, pair)
  if (!pairLocked) await countFailure(trx, pair)
  return !pairLocked
}
