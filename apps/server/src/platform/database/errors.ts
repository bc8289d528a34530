/**
 * A reason why the server cannot start, with what the operator can do. Its message is one complete line: what is wrong
 * and what to do. It never holds a secret.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError'
  /** Exit code of the process. */
  readonly exitCode: number = 1
}

/** The database lacks migrations, and this start does not migrate. */
export class MigrationsPending extends StartupError {
  override readonly exitCode = 2
}

/** Other sessions lock what a migration needs. Applied migrations stay, and the rest can be tried again. */
export class MigrationHeldUp extends StartupError {
  override readonly exitCode = 3
}

/**
 * Returns the code of a system or database error, e.g. ENOENT or 23505; '' if it has none. It reads the field only: an
 * error from another realm is not an instance of our Error.
 */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}

/** Errors of a folder that the operator can correct. */
const remediable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC', 'EDQUOT', 'ENOENT'])

/** Turns an error with a file in DATA_DIR into the start's message. Other errors are returned unchanged. */
export function asFolderError(error: unknown, dataDir: string): unknown {
  if (!remediable.has(errorCode(error))) return error
  const { message } = error as Error
  return new StartupError(
    `The data folder ${dataDir} cannot be used (${message}): give it to the user who starts Atrium, or set DATA_DIR.`,
    { cause: error },
  )
}

/** Advice for each way in which a PostgreSQL server cannot be reached, by error code. */
const advice: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there: check host and port and that PostgreSQL is running',
  ENOTFOUND: 'the host name is not known: check it',
  EAI_AGAIN: 'the host name cannot be looked up: check it and the network',
  ETIMEDOUT: 'the host does not answer: check host, port and firewall',
  EHOSTUNREACH: 'the host cannot be reached: check it and the network',
  ENOENT: 'there is no such socket: check the path and that PostgreSQL is running',
  ERR_INVALID_URL: 'it is no valid URL: write it as postgres://user:password@host:5432/database',
  '28P01': 'the password is wrong for that user: check user and password',
  '28000': 'that user may not sign in from here: check the user and pg_hba.conf',
  '3D000': 'there is no such database: create it, or correct the name',
  '53300': 'it has as many connections as it allows: raise max_connections, or stop what holds them',
  '57P03': 'it is starting or stopping: start Atrium when it answers',
  '25006': 'it is a standby: name the primary',
  '42501': 'that user lacks a right: give DATABASE_OWNER_URL the owner of the database, with CREATEROLE',
  '22023': 'that user lacks a right: give DATABASE_OWNER_URL the owner of the database, with CREATEROLE',
}

/** Any other failure before the first response: TLS, a proxy, a server that is not PostgreSQL. */
const unanswered = 'check host, port and TLS and that a PostgreSQL server answers there'

/** If several addresses were tried, there is one error for each of them. */
function codeOf(error: unknown): string {
  return error instanceof AggregateError ? codeOf(error.errors[0]) : errorCode(error)
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const because = (setting: string, remedy: string, error: unknown): StartupError =>
  new StartupError(`The database at ${setting} cannot be used: ${remedy} (${reasonOf(error)}).`)

/**
 * Turns a database error into one line that says what to do, if that is known.
 *
 * @param setting the environment variable that holds the URL; its value is not shown, because it has a password
 */
export function asStartupError(error: unknown, setting: string): Error {
  if (error instanceof StartupError) return error
  const remedy = advice[codeOf(error)] ?? (/timeout/i.test(reasonOf(error)) ? advice.ETIMEDOUT : undefined)
  if (remedy) return because(setting, remedy, error)
  return error instanceof Error ? error : new Error(reasonOf(error))
}

/** The same for what went wrong before the first response, which is never a fault of ours. */
export function asConnectionError(error: unknown, setting: string): StartupError {
  const known = asStartupError(error, setting)
  return known instanceof StartupError ? known : because(setting, unanswered, error)
}
