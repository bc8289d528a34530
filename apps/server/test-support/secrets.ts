import { secretsFrom } from '../src/platform/secrets/index.ts'

/** `SECRET_KEY` of commands that run beside such a server. */
export const secretKey = 'a secret for tests alone, of enough characters'

/** Secrets of every server that runs in a test's own process. */
export const secrets = secretsFrom(secretKey)
