import { errorCode } from './error-code.ts'
import { StartupError } from './startup-error.ts'

/** What to do about each way in which a PostgreSQL server cannot be reached, by error code. */
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
  '42501': 'that user lacks a right: give DATABASE_OWNER_URL the owner of the database, with CREATEROLE',
  '22023': 'that user lacks a right: give DATABASE_OWNER_URL the owner of the database, with CREATEROLE',
}

/** Where several addresses were tried there is one error for each of them. */
function codeOf(error: unknown): string {
  return error instanceof AggregateError ? codeOf(error.errors[0]) : errorCode(error)
}

/**
 * Turns what went wrong while connecting into one line that says what to do.
 *
 * @param setting the environment variable that holds the URL; its value is not shown, it has a password
 */
export function asStartupError(error: unknown, setting: string): Error {
  if (error instanceof StartupError) return error
  const known = advice[codeOf(error)]
  const reason = error instanceof Error ? error.message : String(error)
  if (known) return new StartupError(`The database at ${setting} cannot be used: ${known} (${reason}).`)
  if (/timeout/i.test(reason))
    return new StartupError(`The database at ${setting} cannot be used: ${advice.ETIMEDOUT} (${reason}).`)
  return error instanceof Error ? error : new Error(reason)
}
