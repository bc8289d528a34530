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

/** Structured logs, one JSON object a line. By default on stderr: stdout is for people who start the server. */
export const createLogger = (level: LogLevel, destination: DestinationStream = pino.destination(2)): Logger =>
  pino({ level, redact, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, destination)
