import { codes, globalTenantId } from '@atrium/contract'
import { type Selectable, sql, type Updateable } from 'kysely'
import { recordAudit } from '../../platform/audit/index.ts'
import { rejectStale } from '../../platform/crud/index.ts'
import type { RemoteModuleTable } from '../../platform/database/tables/releases.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { reject } from '../../platform/http/rejection.ts'

export type ModuleRow = Selectable<RemoteModuleTable>

/** Changeable fields of a module. */
export type ModuleChange = Pick<
  Updateable<RemoteModuleTable>,
  | 'active'
  | 'previous'
  | 'suiteVersion'
  | 'shareVersion'
  | 'sharePercentage'
  | 'rolledBackFrom'
  | 'rolledBackAt'
>

/** Blocks all other changes of the registry until the transaction ends. */
export const lockRegistry = async (trx: Trx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('remote registry', 0))`.execute(trx)
}

/**
 * Locks the registry, then reads and locks a module.
 * @throws Rejection 404 if it does not exist
 */
export async function moduleToChange(trx: Trx, name: string): Promise<ModuleRow> {
  await lockRegistry(trx)
  const module = await trx
    .selectFrom('remoteModule')
    .selectAll()
    .where('id', '=', name)
    .forUpdate()
    .executeTakeFirst()
  return module ?? reject(codes.notFound)
}

/**
 * Changes a module.
 * @returns the changed module
 */
export async function changeModule(
  trx: Trx,
  { id, rowVersion }: ModuleRow,
  change: ModuleChange,
): Promise<ModuleRow> {
  if (change.active !== undefined)
    await trx
      .updateTable('remoteRelease')
      .set({ rolledBackAt: null })
      .where('name', '=', id)
      .where('version', '=', change.active)
      .execute()
  return trx
    .updateTable('remoteModule')
    .set({ ...change, rowVersion: rowVersion + 1, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Audits a change of a module that the server made automatically. */
export const auditOwnChange = (
  trx: Trx,
  before: ModuleRow,
  after: ModuleRow,
  reason?: string,
): Promise<void> =>
  recordAudit(trx, {
    actorId: null,
    actorName: '',
    tenantId: globalTenantId,
    call: '',
    entity: 'remote_module',
    entityId: after.id,
    before,
    after,
    ...(reason !== undefined && { reason }),
  })

/** Rejects a change based on an older version of the module. */
export const rejectStaleModule = async (
  trx: Trx,
  module: ModuleRow,
  change: ModuleChange,
  rowVersion: number | undefined,
): Promise<void> => {
  if (rowVersion !== undefined) await rejectStale(trx, 'remote_module', module, change, rowVersion)
}

export const noShare = { shareVersion: '', sharePercentage: 0 } as const

/** Returns the change that activates a release and ends its partial rollout. */
export const activating = (module: ModuleRow, version: string): ModuleChange => ({
  active: version,
  previous: module.active,
  ...(module.shareVersion === version && noShare),
  rolledBackFrom: '',
  rolledBackAt: null,
})

/**
 * Returns the change that reactivates the previous release and ends a partial rollout.
 * @throws Rejection 409 if there is no previous release
 */
export const rollingBack = (module: ModuleRow): ModuleChange => {
  if (module.previous === '') reject(codes.conflict, 'release.refusal.noPrevious')
  return { active: module.previous, previous: '', ...noShare }
}

export const sharing = (version: string, percentage: number): ModuleChange =>
  percentage === 0 ? noShare : { shareVersion: version, sharePercentage: percentage }

/** Marks a release as rolled back until it is activated again. */
export const noteRollback = (trx: Trx, name: string, version: string) =>
  trx
    .updateTable('remoteRelease')
    .set({ rolledBackAt: sql<Date>`now()` })
    .where('name', '=', name)
    .where('version', '=', version)
    .execute()
