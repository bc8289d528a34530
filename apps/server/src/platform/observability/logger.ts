import { type DestinationStream, type Logger, pino } from 'pino'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

/**
 * Fields that are removed from every logged object. They are a second line of defence: callers must never log such
 * values.
 */
const secret = ['password', 'newPassword', 'token', 'authorization', 'cookie', 'captcha', 'appKey']
const redact = {
  // PostgreSQL's detail quotes the row that it rejected.
  paths: [...secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), 'err.detail', 'err.cause.detail'],
  censor: '[redacted]',
}

/**
 * Writes to standard error in batches, since a write for each call would take a tenth of the call's time. Pending
 * lines are written within a second, immediately after a fatal error, and when the process exits by itself.
 */
const standardError = (): DestinationStream =>
  pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 1000 })

/**
 * Creates a structured log with one JSON object per line. The default is stderr, since stdout is for people who start
 * the server.
 */
export const createLogger = (level: LogLevel, destination: DestinationStream = standardError()): Logger =>
  pino({ level, redact, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, destination)
