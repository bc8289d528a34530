import { codes, type Signatory } from '@atrium/contract'
import { asSystem, inTransaction, type Trx } from '../../platform/database/transaction.ts'
import { rejectSignature } from '../../platform/http/electronic-signature.ts'
import type { Execution, VerifySignature } from '../../platform/http/work.ts'
import {
  beginAttempt,
  clearFailures,
  comparePassword,
  decryptPasswordsOfAttempt,
  triedUsers,
} from '../identity/attempts/index.ts'
import { recordFailure } from '../identity/failed-sign-ins/index.ts'
import { isExternal, userNameKey } from '../identity/identifiers/index.ts'
import { decryptPasswords, mustChange, withHashQueue } from '../identity/passwords/index.ts'

type Caller = Pick<Execution, 'caller' | 'services'>

/** A user who may sign, in one of their sessions. */
interface FoundSignatory extends Omit<Signatory, 'problem'> {
  readonly userId: string
  readonly sessionId: string
}

/** Finds what the caller's next signature needs, as the server itself: passwords are nobody's to read. */
export async function findSignatory(trx: Trx, { caller, services }: Caller): Promise<FoundSignatory> {
  const { fullName, sessionId, hasSigned, ...user } = await triedUsers(trx)
    .innerJoin('session', 'session.userId', 'appUser.id')
    .select(['fullName', 'session.id as sessionId'])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('signature').select('id').whereRef('sessionId', '=', 'session.id')).as('hasSigned'),
    )
    .where('session.tokenHash', '=', caller.sessionHash)
    .where('appUser.id', '=', caller.userId)
    .executeTakeFirstOrThrow()
  const state = isExternal(services.profile, user.org)
    ? 'external'
    : user.passwordHash === null
      ? 'noPassword'
      : mustChange(user)
        ? 'expired'
        : 'ready'
  const printedName = fullName || user.userName
  return {
    userId: user.id,
    userName: user.userName,
    printedName,
    state,
    hasSigned: Boolean(hasSigned),
    sessionId,
  }
}

/**
 * Verifies the components of a signature: the user name at the first signature of a session, and the password, with
 * the failure limits of sign-in. A wrong user name or password is recorded as a failed sign-in.
 */
export const verifySignature: VerifySignature = ({ path }, execution, { account, password: sent, meaning }) =>
  withHashQueue(execution.client, async (runQueued) => {
    const { services, caller, client, cookies } = execution
    const { userName } = caller
    const system = <Result>(work: (trx: Trx) => Promise<Result>) => inTransaction(services.db, asSystem, work)
    const fail = async (...rejection: Parameters<typeof rejectSignature>): Promise<never> => {
      await recordFailure(execution, path, codes.badCredentials, { userId: caller.userId })
      return rejectSignature(...rejection)
    }
    const { state, hasSigned, ...signer } = await system((trx) => findSignatory(trx, execution))
    if (state !== 'ready') rejectSignature('signature', `signature.rule.${state}`)
    const both = account !== ''
    if (!both && !hasSigned) rejectSignature('account', 'signature.rule.account')
    if (both && userNameKey(account) !== userNameKey(userName))
      await fail('account', 'signature.rule.accountWrong')
    const visitor = { services, client, cookies }
    const attempt = await system((trx) => beginAttempt(trx, { userName, visitor, captcha: 'not asked' }))
    if (attempt.kind !== 'open') return fail('password', 'signature.rule.locked')
    const { password } = await decryptPasswordsOfAttempt({ system, services }, attempt, () =>
      decryptPasswords(services, userName, { 'signature.password': { sent, purpose: 'signature' } }).then(
        (opened) => ({ password: opened['signature.password'] }),
      ),
    )
    const right = await comparePassword(attempt, password, runQueued)
    if (!right) return fail('password', 'signature.rule.passwordWrong')
    await clearFailures(services.db, right.pair)
    return { signer: { ...signer, components: both ? 'both' : 'secret' }, meaning }
  })
