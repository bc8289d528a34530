export { baseBackup } from './base-backup.ts'
export {
  connectDatabase,
  type OpenDatabase,
  type OpenOptions,
  openDatabase,
} from './connect.ts'
export { type DatabaseFacts, describeDatabase, isKnownMigration } from './describe.ts'
export { hasDatabase } from './embedded/home.ts'
export { actAsServerUser } from './embedded/owner.ts'
export { scratchName, sweepScratch } from './embedded/scratch.ts'
export {
  type EmbeddedDatabase,
  type EmbeddedOptions,
  embeddedMajor,
  restoreEmbedded,
  startEmbedded,
} from './embedded.ts'
export { asFolderError, errorCode, StartupError } from './errors.ts'
export { toJson } from './json.ts'
export {
  type MigrationPlan,
  type PlannedMigration,
  planMigrations,
  type TableLock,
} from './migration-plan.ts'
export { type DatabaseLocation, findExisting, openExisting } from './open-existing.ts'
export { asOwner, type DatabaseConfig, prepareDatabase } from './prepare.ts'
export type { QueueDatabase } from './queue.ts'
export { isReady } from './ready.ts'
export type { Replica, ReplicaConfig } from './replica.ts'
export type { WorkRole } from './roles.ts'
export { runExclusively } from './run-exclusively.ts'
export type { Database } from './schema.ts'
export { contains } from './search.ts'
export {
  allowIdle,
  asPlatform,
  asSystem,
  asTenants,
  inTransaction,
  type RunAs,
  type Trx,
} from './transaction.ts'
