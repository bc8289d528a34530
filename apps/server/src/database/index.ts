export {
  type Connections,
  connectDatabase,
  type DatabaseConfig,
  type OpenDatabase,
  openDatabase,
} from './connect.ts'
export { hasDatabase } from './embedded/home.ts'
export { scratchName } from './embedded/scratch.ts'
export { type EmbeddedDatabase, type EmbeddedOptions, startEmbedded } from './embedded.ts'
export { asFolderError, errorCode, StartupError } from './errors.ts'
export { toJson } from './json.ts'
export { openExisting } from './open-existing.ts'
export type { QueueDatabase } from './queue.ts'
export { isReady } from './ready.ts'
export type { WorkRole } from './roles.ts'
export type { Database } from './schema.ts'
export { contains } from './search.ts'
export { asPlatform, asSystem, asTenants, inTransaction, type RunAs, type Trx } from './transaction.ts'
