import { type DestinationStream, type Logger, pino } from 'pino'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

/**
 * A second line of defence behind callers, who must never log such a value: these fields are left out of every logged
 * object.
 */
const secret = ['password', 'newPassword', 'token', 'authorization', 'cookie', 'captcha', 'appKey']
const redact = {
  // PostgreSQL's detail quotes the row that it would not take.
  paths: [...secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), 'err.detail', 'err.cause.detail'],
  censor: '[redacted]',
}

/**
 * Standard error, written in pieces: a write for each call would take a tenth of its time. Pending lines are written
 * within a second, at once after a fatal error, and when the process ends by itself.
 */
const standardError = (): DestinationStream =>
  pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 1000 })

/** Structured logs, one JSON object a line. By default on stderr: stdout is for people who start the server. */
export const createLogger = (level: LogLevel, destination: DestinationStream = standardError()): Logger =>
  pino({ level, redact, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, destination)
