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

/** The longest name that is kept; those of users have fewer characters. */
const maxLength = 64

/** Replaces an unknown name in the trail, since it may be a password. */
const hidden = '***'

/** Identity that somebody tried to use: a user name, a phone, or an identity provider's claims. */
type Tried =
  | { readonly userName: string }
  | { readonly phone: string }
  | { readonly email: string }
  | { readonly userId: string }

/** A tried name, as far as the trail may keep it. */
interface RecordableName {
  readonly name: string
  /** A keyed hash that identifies a repeated name that is hidden. */
  readonly nameDigest?: string
}

/**
 * Returns the part of a tried name that may be kept if there is no such user. People type their password into the name
 * field, and the trail is permanent, so such a name is hidden. A phone number, or an address that an identity provider
 * vouches for, is no such mistake.
 */
function recordableName({ digest }: Pick<Secrets, 'digest'>, tried: Tried): RecordableName {
  const [text = ''] = Object.values(tried)
  if (!('userName' in tried)) return { name: text.slice(0, maxLength) }
  return { name: hidden, nameDigest: digest('tried-name', userNameKey(text)).slice(0, 16) }
}

/** Rejections of a sign-in. */
const failures: ReadonlySet<Code> = new Set([
  codes.badCredentials,
  codes.badCode,
  codes.captchaNeeded,
  codes.limitReached,
  codes.mustChangePassword,
  codes.forbidden,
  codes.notFound,
])

/** A password that was used before, or made for another use, may be one that somebody has captured. */
const isStale = ({ issues = [] }: Rejection): boolean =>
  issues.some(({ message }) => message === 'rule.encryptedPassword')

/** Any other field that is not right is no try. */
const isFailure = (error: unknown): error is Rejection =>
  error instanceof Rejection && (failures.has(error.code) || isStale(error))

/*
 * How many failures are recorded one by one in a day, so that nobody can fill the disk with them. Addresses are divided
 * into groups with a limit each, so that one address cannot use up everybody's. Failures with unknown names have a
 * limit of their own. Failures beyond the limits are only counted.
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

async function record(execution: Execution, call: string, code: Code, tried: Tried): Promise<void> {
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
 * Declares a call that authenticates somebody, whose failures are in the audit trail. A failure is committed before its
 * rejection is sent.
 * @param triedBy the identity in the input, if the rejection itself has none
 */
export const recordingFailures = (route: Route, triedBy: (input: never, caller: Caller) => Tried): Route => ({
  ...route,
  execute: async (execution) => {
    try {
      return await route.execute(execution)
    } catch (error) {
      if (isFailure(error)) {
        const tried = error.tried ?? triedBy(execution.input as never, execution.caller)
        await record(execution, route.call.path, error.code, tried)
      }
      throw error
    }
  },
})
