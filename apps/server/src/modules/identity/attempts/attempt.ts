import { codes, type SignInLimits, userStatus } from '@atrium/contract'
import { addressGroup, type Client } from '../../../platform/caller/client.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import type { Secrets } from '../../../platform/secrets/index.ts'
import { askCaptcha, type CaptchaAnswer } from '../captcha/index.ts'
import { userNameKey } from '../identifiers/index.ts'
import { type PasswordState, type RunQueued, verifyPassword } from '../passwords/index.ts'
import {
  countFailure,
  countsForUpdate,
  type FailureKey,
  isClosed,
  needsCaptcha,
  uncountGuess,
} from './counters.ts'
import { type DeviceRequest, type DeviceUser, findKnownDevice } from './device.ts'

/** User whose name was given in an attempt. */
export interface AttemptedUser extends PasswordState, DeviceUser {
  readonly userName: string
  readonly passwordHash: string | null
  readonly status: string
  readonly org: string
  /** End of validity of a password that was sent to the user; null if unlimited. */
  readonly passwordValidUntil: Date | null
}

/** Selects the fields of users that an attempt needs, with the password rules of the safe strategy. */
export const triedUsers = (trx: Trx) =>
  trx
    .selectFrom('appUser')
    .innerJoin('safeStrategy', (join) => join.on('safeStrategy.id', '=', 1))
    .select([
      'appUser.id',
      'userName',
      'passwordHash',
      'status',
      'org',
      'passwordChangedAt',
      'passwordMustChange',
      'passwordValidUntil',
      'devicesSince',
    ])
    .select(['expiredDay', 'remindDay'])

/** Origin of an attempt. */
interface Visitor extends DeviceRequest {
  readonly client: Client
}

/** An attempt to sign in with a password. */
interface Try {
  readonly userName: string
  readonly visitor: Visitor
  /** Solution of the captcha. 'not asked' if the call cannot show a captcha. */
  readonly captcha: CaptchaAnswer | 'not asked'
}

/** Result of counting an attempt. Only an open attempt may compare a password. It is already counted as a failure. */
export type Attempt =
  | { readonly kind: 'open' | 'locked'; readonly pair: FailureKey; readonly user: AttemptedUser | undefined }
  | { readonly kind: 'captcha needed' }
  | { readonly kind: 'captcha wrong' }

/**
 * Returns the key of the failure counters: by device if the device is known to be the user's, otherwise by address
 * group.
 */
export const pairOf = (nameKey: string, visitor: Visitor, user: DeviceUser | undefined): FailureKey => {
  const device = findKnownDevice(visitor, user)
  return device === undefined
    ? { nameKey, from: addressGroup(visitor.client.address), knownDevice: false }
    : { nameKey, from: `device ${device}`, knownDevice: true }
}

/**
 * Returns the name under which attempts are stored. An unknown name may be a password typed into the wrong field, so
 * it is replaced by a keyed hash. No user name looks like one.
 */
export const storedName = ({ digest }: Pick<Secrets, 'digest'>, nameKey: string, isUser: boolean): string =>
  isUser ? nameKey : `@nobody ${digest('tried-name', nameKey)}`

/**
 * Begins an attempt. Requires a captcha if the counts demand it, and counts a failure until `clearFailures` removes
 * it. Must be committed before the password is decrypted and compared.
 */
export const beginAttempt = async (trx: Trx, { userName, visitor, captcha }: Try): Promise<Attempt> => {
  const nameKey = userNameKey(userName)
  const user = await triedUsers(trx).where('userNameKey', '=', nameKey).executeTakeFirst()
  const pair = pairOf(storedName(visitor.services.secrets, nameKey, user !== undefined), visitor, user)
  const limits = visitor.services.profile.limits.signIn
  const counts = await countsForUpdate(trx, pair)
  const kind =
    captcha !== 'not asked' && needsCaptcha(counts, limits) ? await askCaptcha(trx, captcha) : 'captcha right'
  if (kind !== 'captcha right') return { kind }
  if (isClosed(counts, limits)) return { kind: 'locked', pair, user }
  await countFailure(trx, pair, limits)
  return { kind: 'open', pair, user }
}

/**
 * Begins an attempt with a code and counts it as a failure, like one with a password. A locked name still accepts
 * codes: they allow few attempts anyway, and let the user in from a new device.
 * @returns false if the pair is locked
 */
export const beginCodeTry = async (trx: Trx, pair: FailureKey, limits: SignInLimits): Promise<boolean> => {
  const { pairLocked } = await countsForUpdate(trx, pair)
  if (!pairLocked) await countFailure(trx, pair, limits)
  return !pairLocked
}

/** An attempt whose password was right. */
export interface VerifiedPassword {
  readonly pair: FailureKey
  readonly user: AttemptedUser & { readonly passwordHash: string }
}

/** Returns whether the user may sign in by password: not locked, and no expired temporary password. */
const isOpen = ({ status, passwordValidUntil }: AttemptedUser): boolean =>
  status === userStatus.normal && (passwordValidUntil === null || passwordValidUntil > new Date())

/**
 * Compares the password of an attempt, outside any transaction. Always computes one hash, so that timing does not
 * distinguish a wrong password, an unknown name and a locked name or user.
 */
export const comparePassword = async (
  attempt: Extract<Attempt, { kind: 'open' | 'locked' }>,
  password: string,
  runQueued?: RunQueued,
): Promise<VerifiedPassword | undefined> => {
  const { kind, pair, user } = attempt
  const passwordHash = user?.passwordHash ?? null
  const right = await verifyPassword(passwordHash, password, runQueued)
  if (!right || kind === 'locked' || !user || passwordHash === null || !isOpen(user)) return undefined
  return { pair, user: { ...user, passwordHash } }
}

type System = <Result>(work: (trx: Trx) => Promise<Result>) => Promise<Result>

/** Services for counting attempts. */
type Guarded = Pick<DeviceRequest, 'services'> & { readonly system: System }

/** Credentials of a user without a session. */
interface PasswordProof<Passwords extends { readonly password: string }> {
  readonly userName: string
  readonly captcha: CaptchaAnswer
  /** Decrypts the passwords. Called after the attempt is counted, because decrypting costs more than counting. */
  readonly open: () => Promise<Passwords>
}

/**
 * Decrypts the passwords of a counted attempt. If that fails, the attempt does not count as a guess.
 * @throws Rejection as `open` does
 */
export const decryptPasswordsOfAttempt = async <Passwords>(
  { system, services }: Guarded,
  { kind, pair }: Extract<Attempt, { kind: 'open' | 'locked' }>,
  open: () => Promise<Passwords>,
): Promise<Passwords> => {
  try {
    return await open()
  } catch (error) {
    if (kind === 'open') await system((trx) => uncountGuess(trx, pair, services.profile.limits.signIn))
    throw error
  }
}

/**
 * Verifies a user by name and password, and counts failures.
 * @returns the user and the decrypted passwords
 * @throws Rejection 701 if a captcha is needed; 20001 for any wrong credential, without details; and the rejections
 * of `open`
 */
export const verifyAttempt = async <Passwords extends { readonly password: string }>(
  visitor: Visitor & { readonly system: System },
  { userName, captcha, open }: PasswordProof<Passwords>,
  runQueued: RunQueued,
): Promise<VerifiedPassword & { readonly passwords: Passwords }> => {
  const begun = await visitor.system((trx) => beginAttempt(trx, { userName, visitor, captcha }))
  if (begun.kind === 'captcha needed') reject(codes.captchaNeeded)
  if (begun.kind === 'captcha wrong') reject(codes.badCredentials)
  const passwords = await decryptPasswordsOfAttempt(visitor, begun, open)
  const right = (await comparePassword(begun, passwords.password, runQueued)) ?? reject(codes.badCredentials)
  return { ...right, passwords }
}

/**
 * Locks the user until the transaction ends, so that their password and status cannot change.
 * @returns false if either changed since the password was compared
 */
export const lockUnchangedUser = async (trx: Trx, { user }: VerifiedPassword): Promise<boolean> => {
  const held = await trx
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', user.id)
    .where('passwordHash', '=', user.passwordHash)
    .where('status', '=', userStatus.normal)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return held !== undefined
}
