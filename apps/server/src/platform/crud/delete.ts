import { codes, keyAtRunTime, type Language, type Translate } from '@atrium/contract'
import { auditEntityOf } from '../audit/index.ts'
import { reject } from '../http/rejection.ts'
import type { EditedTable, Entity, Job, Row, SaveInput, Uses } from './entity.ts'
import { anyTable, guardedRow, isRow } from './rows.ts'

const listed = (uses: Uses, language: Language, t: Translate) =>
  new Intl.ListFormat(language, { style: 'narrow' }).format(
    Object.entries(uses)
      .filter(([, count]) => count > 0)
      .map(([key, count]) => t(keyAtRunTime(key), { count })),
  )

/** Deletes a row if nothing uses it. Otherwise, the rejection names the uses. */
async function remove<Table extends EditedTable, Input extends SaveInput, Part extends object>(
  entity: Entity<Table, Input, Part>,
  job: Job<unknown>,
  id: string,
): Promise<Row<Table> & Part> {
  const { trx, language, t } = job
  const row = await guardedRow(job, entity, id)
  const uses = (await entity.uses?.(trx, row)) ?? {}
  if (Object.values(uses).some((count) => count > 0)) {
    reject(codes.conflict, 'refusal.inUse', { uses: listed(uses, language, t) })
  }
  await anyTable(trx).deleteFrom<EditedTable>(entity.table).where(isRow(row)).execute()
  return row
}

/** Handles a plain delete by id. A row in use stays, and the rejection names the uses (409). */
export const deleting =
  <Table extends EditedTable, Input extends SaveInput, Part extends object>(
    entity: Entity<Table, Input, Part>,
  ) =>
  async (job: Job<{ readonly id: string }>): Promise<null> => {
    const before = await remove(entity, job, job.input.id)
    const tenantId = entity.tenantOf(before)
    job.audit({ entity: auditEntityOf(entity.table), entityId: before.id, tenantId, before })
    return null
  }

/**
 * Handles a delete of several rows, in the order of the ids: all of them or none. Only for entities that belong to no
 * tenant, since one event of the platform's trail lists all rows.
 */
export const deletingAll =
  <Table extends EditedTable, Input extends SaveInput, Part extends object>(
    entity: Entity<Table, Input, Part>,
  ) =>
  async (job: Job<{ readonly ids: readonly string[] }>): Promise<null> => {
    const list: Row<Table>[] = []
    for (const id of job.input.ids) list.push(await remove(entity, job, id))
    job.audit({ entity: auditEntityOf(entity.table), entityId: job.input.ids.join(), before: { list } })
    return null
  }
