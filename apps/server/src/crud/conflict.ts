import { isDeepStrictEqual } from 'node:util'
import type { FieldChange } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../database/transaction.ts'
import { refuseConflict } from '../http/refusal.ts'
import type { EditedTable, Row, Values } from './entity.ts'

/** The row as it was at a version: what the change that came next says of it in the audit trail. */
async function atVersion(
  trx: Trx,
  table: EditedTable,
  row: Row,
  version: number,
): Promise<Values | undefined> {
  const event = await trx
    .selectFrom('auditEvent')
    .select('before')
    .where('entity', '=', table)
    .where('entityId', '=', row.id)
    .where(sql<number>`(before->>'rowVersion')::int`, '=', version)
    .executeTakeFirst()
  return event?.before as Values | undefined
}

/**
 * Refuses a save that was begun from an older version, with the fields that changed since, as they are now,
 * and the version that they are of.
 * @param sent what the caller wants to store: compared with where the trail does not reach back
 */
export async function refuseStale(
  trx: Trx,
  table: EditedTable,
  row: Row,
  sent: Values,
  version: number,
): Promise<void> {
  if (row.rowVersion === version) return
  const base = (await atVersion(trx, table, row, version)) ?? sent
  const changes: FieldChange[] = Object.keys(sent)
    .filter((field) => !isDeepStrictEqual(row[field], base[field]))
    .map((field) => ({ field, current: row[field] ?? '' }))
  refuseConflict([...changes, { field: 'rowVersion', current: row.rowVersion }])
}
