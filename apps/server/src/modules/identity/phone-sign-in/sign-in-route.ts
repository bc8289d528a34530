import { codes, type SignInAnswer, signInByPhone } from '@atrium/contract'
import type { Trx } from '../../../database/transaction.ts'
import { refuse } from '../../../http/refusal.ts'
import { handleOwn } from '../../../http/route.ts'
import type { Audit, Client } from '../../../http/work.ts'
import type { Secrets } from '../../../secrets/index.ts'
import { burnCode, tryCode } from '../codes/index.ts'
import { phoneKey } from '../contacts/index.ts'
import {
  clearFailures,
  countFailure,
  holdCounts,
  isClosed,
  type TriedUser,
  triedUsers,
} from '../failures/index.ts'
import { spendAddress } from '../limits/index.ts'
import { openSession } from '../sign-in/open-session.ts'
import { pairOf, proofOf } from './subject.ts'

interface Attempt {
  readonly key: string
  readonly code: string
  readonly client: Client
}

const normal = '0'

const usersOf = (trx: Trx, key: string) =>
  triedUsers(trx).where('phoneKey', '=', key).where('status', '=', normal)

/** Counts the attempt and tries the code. @returns the user, where it was right and there is one */
const tryIt = async (trx: Trx, secrets: Secrets, attempt: Attempt): Promise<TriedUser | undefined> => {
  const { key, code, client } = attempt
  const pair = pairOf(key, client)
  const counts = await holdCounts(trx, pair)
  const user = await usersOf(trx, key).executeTakeFirst()
  if (await isClosed(trx, counts, user, client.address)) return undefined
  await countFailure(trx, pair)
  return (await tryCode(trx, secrets, proofOf(key), code)) ? user : undefined
}

type Outcome = SignInAnswer | 'changed meanwhile' | 'must change'

/** What follows the right code; also where the password must be changed first, the code is used up. */
const enter = async (trx: Trx, audit: Audit, secrets: Secrets, attempt: Attempt): Promise<Outcome> => {
  const { key, code, client } = attempt
  const pair = pairOf(key, client)
  const user = await usersOf(trx, key).forNoKeyUpdate('appUser').executeTakeFirst()
  // Before the code, as whoever tries it does.
  await holdCounts(trx, pair)
  if (!user || !(await burnCode(trx, secrets, proofOf(key), code))) return 'changed meanwhile'
  await clearFailures(trx, pair)
  return openSession(trx, audit, client, user)
}

/** POST /sys/login/checkAuthCode. An unknown number, a lock and a wrong code answer alike. */
export const signInByPhoneRoute = handleOwn(signInByPhone, async ({ input, client, system, services }) => {
  const attempt = { key: phoneKey(input.phone), code: input.phoneCaptcha || input.captcha, client }
  const { secrets } = services
  await spendAddress(system, 'try', client)
  if (!(await system((trx) => tryIt(trx, secrets, attempt)))) refuse(codes.badCode)
  const outcome = await system((trx, audit) => enter(trx, audit, secrets, attempt))
  if (outcome === 'must change') refuse(codes.mustChangePassword)
  if (outcome === 'changed meanwhile') refuse(codes.badCode)
  return outcome
})
