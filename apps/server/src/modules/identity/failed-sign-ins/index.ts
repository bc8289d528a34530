import { createHash } from 'node:crypto'
import { type Code, codes } from '@atrium/contract'
import { countFailedSignIn, recordFailedSignIn } from '../../../platform/audit/index.ts'
import type { Caller } from '../../../platform/caller/caller.ts'
import { addressGroup } from '../../../platform/caller/client.ts'
import { asSystem, inTransaction, type Trx } from '../../../platform/database/transaction.ts'
import { Rejection } from '../../../platform/http/rejection.ts'
import type { Route } from '../../../platform/http/route.ts'
import type { Execution } from '../../../platform/http/work.ts'
import type { Secrets } from '../../../platform/secrets/index.ts'
import { emailKey, hasPhoneAlone, hasVerified, phoneKey, userNameKey } from '../identifiers/index.ts'
import { consumeLimit } from '../limits/index.ts'

/** Maximum length of a recorded name. User names are shorter. */
const maxLength = 64

/** Replaces an unknown name in the audit trail, since it may be a password. */
const hidden = '***'

/** Identity given in an attempt: a user name, a phone, or an identity provider's claims. */
type Tried =
  | { readonly userName: string }
  | { readonly phone: string }
  | { readonly email: string }
  | { readonly userId: string }

/** The part of a tried name that may be written to the audit trail. */
interface RecordableName {
  readonly name: string
  /** Keyed hash that identifies repetitions of a hidden name. */
  readonly nameDigest?: string
}

/**
 * Returns the part of a tried name that may be recorded if the user does not exist. Users sometimes type their
 * password into the name field, and the trail is permanent, so unknown user names are hidden. Phone numbers and
 * addresses from an identity provider are recorded.
 */
function recordableName({ digest }: Pick<Secrets, 'digest'>, tried: Tried): RecordableName {
  const [text = ''] = Object.values(tried)
  if (!('userName' in tried)) return { name: text.slice(0, maxLength) }
  return { name: hidden, nameDigest: digest('tried-name', userNameKey(text)).slice(0, 16) }
}

/** Rejections that count as a failed sign-in. */
const failures: ReadonlySet<Code> = new Set([
  codes.badCredentials,
  codes.badCode,
  codes.captchaNeeded,
  codes.limitReached,
  codes.mustChangePassword,
  codes.forbidden,
  codes.notFound,
])

/** A password that was used before or encrypted for another purpose may have been captured by an attacker. */
const isStale = ({ issues = [] }: Rejection): boolean =>
  issues.some(({ message }) => message === 'rule.encryptedPassword')

/** Other invalid fields do not count as an attempt. */
const isFailure = (error: unknown): error is Rejection =>
  error instanceof Rejection && (failures.has(error.code) || isStale(error))

/*
 * Number of failures recorded as single events in a day, so that an attacker cannot fill the disk. Addresses are
 * divided into groups with a limit each, so that one address cannot use up the limit for all. Unknown names have a
 * separate limit. Failures beyond the limits are only counted.
 */
const groups = 64
const max = { user: 2_000, nobody: 1_000 } as const
const day = { seconds: 86_400 }

const groupOf = (address: string): number =>
  (createHash('sha256').update(addressGroup(address)).digest()[0] ?? 0) % groups

const findUser = async (trx: Trx, tried: Tried) => {
  const users = trx.selectFrom('appUser').select(['id', 'userName'])
  if ('userName' in tried) {
    return users.where('userNameKey', '=', userNameKey(tried.userName)).executeTakeFirst()
  }
  if ('phone' in tried) return users.where(hasPhoneAlone(phoneKey(tried.phone))).executeTakeFirst()
  if ('email' in tried) return users.where(hasVerified('email', [emailKey(tried.email)])).executeTakeFirst()
  return users.where('id', '=', tried.userId).executeTakeFirst()
}

/** Records a failed attempt of a caller to prove their identity in the audit trail. */
export async function recordFailure(
  execution: Pick<Execution, 'services' | 'caller' | 'client' | 'requestId'>,
  call: string,
  code: Code,
  tried: Tried,
): Promise<void> {
  const { services, caller, client, requestId } = execution
  await inTransaction(services.db, asSystem, async (trx) => {
    const user = await findUser(trx, tried)
    const group = groupOf(client.address)
    const kind = user ? 'user' : 'nobody'
    const bucket = `failed:${kind}:${group}`
    if (!(await consumeLimit(trx, { bucket, max: max[kind], window: day }))) {
      await countFailedSignIn(trx, group)
      return
    }
    const kept = user ? { name: user.userName } : recordableName(services.secrets, tried)
    const facts = { address: client.address, code, call, requestId }
    await recordFailedSignIn(trx, { ...kept, ...facts, user, actor: caller })
  })
}

/**
 * Wraps a route that authenticates users, so that its failures are recorded in the audit trail. A failure is
 * committed before the rejection is sent.
 * @param triedBy returns the identity in the input, used if the rejection itself has none
 */
export const recordingFailures = (route: Route, triedBy: (input: never, caller: Caller) => Tried): Route => ({
  ...route,
  execute: async (execution) => {
    try {
      return await route.execute(execution)
    } catch (error) {
      if (isFailure(error)) {
        const tried = error.tried ?? triedBy(execution.input as never, execution.caller)
        await recordFailure(execution, route.call.path, error.code, tried)
      }
      throw error
    }
  },
})
