import type { EmbeddedDatabase } from '../src/platform/database/embedded.ts'

/** The server that the global set-up leaves for the global tear-down of the same process. */
export const running: { database?: EmbeddedDatabase; dataDir?: string } = {}
