import { codes, type SignInResponse, signIn } from '@atrium/contract'
import type { Client } from '../../../platform/caller/client.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { handleOwn } from '../../../platform/http/route.ts'
import type { Audit, OwnWork } from '../../../platform/http/work.ts'
import {
  clearFailures,
  lockUnchangedUser,
  rememberDevice,
  type VerifiedPassword,
  verifyAttempt,
} from '../attempts/index.ts'
import { captchaAnswer } from '../captcha/index.ts'
import { decryptPasswords, type RunQueued, withHashQueue } from '../passwords/index.ts'
import { completeSignIn } from './complete.ts'

type Outcome = SignInResponse | 'changed meanwhile' | 'must change'

/** Completes a sign-in after the right password. */
const completeByPassword = async (
  trx: Trx,
  audit: Audit,
  client: Client,
  right: VerifiedPassword,
): Promise<Outcome> => {
  if (!(await lockUnchangedUser(trx, right))) return 'changed meanwhile'
  return completeSignIn(trx, audit, client, right.user, ['pwd'])
}

const attempt = async (work: OwnWork<typeof signIn>, runQueued: RunQueued): Promise<SignInResponse> => {
  const { input, system, client, services } = work
  const proof = {
    userName: input.userName,
    captcha: captchaAnswer(services.secrets, input),
    open: () =>
      decryptPasswords(services, input.userName, { password: { sent: input.password, purpose: 'sign-in' } }),
  }
  const right = await verifyAttempt(work, proof, runQueued)
  await clearFailures(services.db, right.pair)
  const outcome = await system((trx, audit) => completeByPassword(trx, audit, client, right))
  if (outcome === 'must change') reject(codes.mustChangePassword)
  if (outcome === 'changed meanwhile') reject(codes.badCredentials)
  rememberDevice(work, right.user.id)
  return outcome
}

/** POST /sys/login. */
export const signInRoute = handleOwn(signIn, (work) =>
  withHashQueue(work.client, (runQueued) => attempt(work, runQueued)),
)
