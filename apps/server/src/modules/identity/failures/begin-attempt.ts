import type { Trx } from '../../../database/transaction.ts'
import type { CaptchaAnswer } from '../captcha/index.ts'
import { userNameKey } from '../user-name.ts'
import { addressGroup } from './address-group.ts'
import { askCaptcha } from './ask-captcha.ts'
import { countFailure, holdCounts, type Pair } from './counters.ts'
import { isKnownAddress } from './known-address.ts'
import { type Counts, closedToStrangers } from './policy.ts'
import { type TriedUser, triedUsers } from './tried-user.ts'

/** Somebody tries a password. */
export interface Try {
  readonly userName: string
  readonly address: string
  /** None where the call has no captcha to ask for. */
  readonly captcha: CaptchaAnswer | 'not asked'
}

/** How an attempt goes on. Only an open one may compare a password; it is already counted as a failure. */
export type Attempt =
  | { readonly kind: 'open' | 'locked'; readonly pair: Pair; readonly user: TriedUser | undefined }
  | { readonly kind: 'captcha needed' }
  | { readonly kind: 'captcha wrong' }

/** Whether attempts of these counts are let through no more. */
export const isClosed = async (
  trx: Trx,
  counts: Counts,
  user: TriedUser | undefined,
  address: string,
): Promise<boolean> =>
  counts.pairLocked || (closedToStrangers(counts) && !(user && (await isKnownAddress(trx, user.id, address))))

/**
 * Begins an attempt: asks for the captcha where the counts say so, and counts it as a failure until
 * `clearFailures` says otherwise. Must be committed before the password is compared.
 */
export const beginAttempt = async (trx: Trx, { userName, address, captcha }: Try): Promise<Attempt> => {
  const pair = { nameKey: userNameKey(userName), group: addressGroup(address) }
  const counts = await holdCounts(trx, pair)
  const kind = captcha === 'not asked' ? 'free' : await askCaptcha(trx, counts, captcha)
  if (kind !== 'free') return { kind }
  const user = await triedUsers(trx).where('userNameKey', '=', pair.nameKey).executeTakeFirst()
  if (await isClosed(trx, counts, user, address)) return { kind: 'locked', pair, user }
  await countFailure(trx, pair)
  return { kind: 'open', pair, user }
}
