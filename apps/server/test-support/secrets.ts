import { secretsFrom } from '../src/platform/secrets/index.ts'

/** Secrets of every server that runs in a test's own process. */
export const secrets = secretsFrom('a secret for tests alone, of enough characters')
