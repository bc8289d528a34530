import { secretsFrom } from '../src/platform/secrets/index.ts'

/** Those of every server in the processes of the tests. */
export const secrets = secretsFrom('a secret for tests alone, of enough characters')
