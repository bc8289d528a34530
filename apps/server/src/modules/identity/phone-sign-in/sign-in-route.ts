import { codes, type SignInAnswer, signInByPhone } from '@atrium/contract'
import type { Trx } from '../../../database/transaction.ts'
import { refuse } from '../../../http/refusal.ts'
import { handleOwn } from '../../../http/route.ts'
import type { Audit, OwnWork } from '../../../http/work.ts'
import { burnCode, tryCode } from '../codes/index.ts'
import { phoneKey } from '../contacts/index.ts'
import { rememberDevice } from '../device.ts'
import {
  beginCodeTry,
  clearFailures,
  holdCounts,
  pairOf,
  type TriedUser,
  triedUsers,
} from '../failures/index.ts'
import { spendAddress } from '../limits/index.ts'
import { openSession } from '../sign-in/open-session.ts'
import { failuresOf, proofOf } from './subject.ts'

type Work = OwnWork<typeof signInByPhone>

interface Attempt {
  readonly key: string
  readonly code: string
}

const normal = '0'

const usersOf = (trx: Trx, key: string) =>
  triedUsers(trx).where('phoneKey', '=', key).where('status', '=', normal)

/** Counts the attempt and tries the code. @returns the user, where it was right and there is one */
const tryIt = async (trx: Trx, work: Work, { key, code }: Attempt): Promise<TriedUser | undefined> => {
  const user = await usersOf(trx, key).executeTakeFirst()
  if (!(await beginCodeTry(trx, pairOf(failuresOf(key), work, user)))) return undefined
  return (await tryCode(trx, work.services.secrets, proofOf(key), code)) ? user : undefined
}

interface Entered {
  readonly userId: string
  readonly outcome: SignInAnswer | 'must change'
}

/** What follows the right code; also where the password must be changed first, the code is used up. */
const enter = async (
  trx: Trx,
  audit: Audit,
  work: Work,
  { key, code }: Attempt,
): Promise<Entered | undefined> => {
  const user = await usersOf(trx, key).forNoKeyUpdate('appUser').executeTakeFirst()
  const pair = pairOf(failuresOf(key), work, user)
  // Before the code, as whoever tries it does.
  await holdCounts(trx, pair)
  if (!user || !(await burnCode(trx, work.services.secrets, proofOf(key), code))) return undefined
  await clearFailures(trx, pair)
  return { userId: user.id, outcome: await openSession(trx, audit, work.client, user) }
}

/** POST /sys/login/checkAuthCode. An unknown number, a lock and a wrong code answer alike. */
export const signInByPhoneRoute = handleOwn(signInByPhone, async (work) => {
  const { input, client, system } = work
  const attempt = { key: phoneKey(input.phone), code: input.phoneCaptcha || input.captcha }
  await spendAddress(system, 'try', client)
  if (!(await system((trx) => tryIt(trx, work, attempt)))) refuse(codes.badCode)
  const entered = (await system((trx, audit) => enter(trx, audit, work, attempt))) ?? refuse(codes.badCode)
  if (entered.outcome === 'must change') refuse(codes.mustChangePassword)
  rememberDevice(work, entered.userId)
  return entered.outcome
})
