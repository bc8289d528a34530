import type { EmbeddedDatabase } from '../src/platform/database/embedded.ts'

/** Server that the global set-up starts and the global tear-down of the same process stops. */
export const running: { database?: EmbeddedDatabase; dataDir?: string } = {}
