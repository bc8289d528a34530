import { type DestinationStream, type Logger, pino } from 'pino'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/**
 * A second line behind the first, which is never to hand such a value to the log: wherever an object is
 * logged, these are left out.
 */
const secret = ['password', 'newPassword', 'token', 'authorization', 'cookie', 'captcha', 'appKey']
const redact = {
  // PostgreSQL's detail quotes the row that it would not take.
  paths: [...secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), 'err.detail', 'err.cause.detail'],
  censor: '[redacted]',
}

/**
 * Standard error, written in pieces: a write for every call would take a tenth of its time. What waits is written after
 * a second at most, at once where an error is fatal, and when the process ends by itself.
 */
const standardError = (): DestinationStream =>
  pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 1000 })

/** Structured logs, one JSON object a line. By default on stderr: stdout is for people who start the server. */
export const createLogger = (level: LogLevel, destination: DestinationStream = standardError()): Logger =>
  pino({ level, redact, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, destination)
