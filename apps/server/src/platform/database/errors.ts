/**
 * A reason why the server cannot start. The message is one complete line that says what is wrong and what the
 * operator can do. It never contains a secret.
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

/** Other sessions hold locks that a migration needs. Applied migrations stay, and the rest can be retried. */
export class MigrationHeldUp extends StartupError {
  override readonly exitCode = 3
}

/**
 * Returns the code of a system or database error, e.g. ENOENT or 23505; '' if there is none. The class is not
 * checked, because an error from another realm is not an instance of our Error.
 */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}

/** Codes of folder errors that the operator can correct. */
const remediable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC', 'EDQUOT', 'ENOENT'])

/** Turns a file error in DATA_DIR into a StartupError. Returns other errors unchanged. */
export function asFolderError(error: unknown, dataDir: string): unknown {
  if (!remediable.has(errorCode(error))) return error
  const { message } = error as Error
  return new StartupError(
    `The data folder ${dataDir} cannot be used (${message}): make the user who starts Atrium its owner, or set DATA_DIR.`,
    { cause: error },
  )
}

/** Advice for each reason why a PostgreSQL server cannot be used, by error code. */
const advice: Record<string, string> = {
  ECONNREFUSED: 'nothing is listening there: check the host and port, and that PostgreSQL is running',
  ENOTFOUND: 'the host name is unknown: check it',
  EAI_AGAIN: 'the host name cannot be resolved: check it and the network',
  ETIMEDOUT: 'the host does not respond: check the host, port and firewall',
  EHOSTUNREACH: 'the host cannot be reached: check it and the network',
  ENOENT: 'the socket does not exist: check the path and that PostgreSQL is running',
  ERR_INVALID_URL: 'it is not a valid URL: write it as postgres://user:password@host:5432/database',
  '28P01': 'the password is wrong for that user: check the user and password',
  '28000': 'that user may not connect from this host: check the user and pg_hba.conf',
  '3D000': 'the database does not exist: create it, or correct the name',
  '53300': 'all its connections are in use: raise max_connections, or stop other clients',
  '57P03': 'it is starting up or shutting down: start Atrium once it responds',
  '25006': 'it is a standby: use the URL of the primary',
  '42501': 'that user lacks a privilege: set DATABASE_OWNER_URL to the database owner, who needs CREATEROLE',
  '22023': 'that user lacks a privilege: set DATABASE_OWNER_URL to the database owner, who needs CREATEROLE',
}

/** Advice for any other failure before the first response: TLS, a proxy, a server that is not PostgreSQL. */
const adviceWithoutResponse = 'check the host, port and TLS, and that a PostgreSQL server responds there'

/** Returns the code of an error, or of the first one if several addresses were tried. */
function codeOf(error: unknown): string {
  return error instanceof AggregateError ? codeOf(error.errors[0]) : errorCode(error)
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const because = (setting: string, remedy: string, error: unknown): StartupError =>
  new StartupError(`The database at ${setting} cannot be used: ${remedy} (${reasonOf(error)}).`)

/**
 * Turns a database error into one line that says what to do, if that is known.
 * @param setting environment variable with the URL; its value is not shown, because it contains a password
 */
export function asStartupError(error: unknown, setting: string): Error {
  if (error instanceof StartupError) return error
  const remedy = advice[codeOf(error)] ?? (/timeout/i.test(reasonOf(error)) ? advice.ETIMEDOUT : undefined)
  if (remedy) return because(setting, remedy, error)
  return error instanceof Error ? error : new Error(reasonOf(error))
}

/** Does the same for errors before the first response. They are never our fault, so the result is always a StartupError. */
export function asConnectionError(error: unknown, setting: string): StartupError {
  const known = asStartupError(error, setting)
  return known instanceof StartupError ? known : because(setting, adviceWithoutResponse, error)
}
