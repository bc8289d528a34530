import { isDeepStrictEqual } from 'node:util'
import type { FieldChange } from '@atrium/contract'
import { sql } from 'kysely'
import { type AuditEntity, fieldsOfEntity } from '../audit/index.ts'
import type { Trx } from '../database/transaction.ts'
import { rejectConflict } from '../http/rejection.ts'
import type { BareRow, Values } from './entity.ts'

/** Returns the row as it was at a version. Reads the audit trail backwards and undoes each later change. */
async function atVersion(
  trx: Trx,
  entity: AuditEntity,
  row: BareRow,
  version: number,
): Promise<Values | undefined> {
  const events = await trx
    .selectFrom('auditEvent')
    .select('before')
    .where('entity', '=', entity)
    .where('entityId', '=', row.id)
    .where(sql<number>`(before->>'rowVersion')::int`, '>=', version)
    .orderBy('sequence', 'desc')
    .execute()
  const changes = events.map(({ before }) => before as Values)
  return changes.at(-1)?.rowVersion === version ? Object.assign({}, row, ...changes) : undefined
}

interface ConflictOptions {
  /** Names of the call's fields by column, if they differ. */
  readonly names?: Readonly<Record<string, string>>
  /** Returns the call's value for a column that is null. */
  readonly absent?: (field: string) => string
}

/**
 * Rejects a save that started from an older version. The rejection contains the current version, and the current
 * values of the fields that changed since.
 * @param entity the rows' entity in the audit trail; fields that the trail never contains, such as keys, are omitted
 * @param sent the values that the caller wants to store, used for comparison if the trail does not reach back far
 * enough
 */
export async function rejectStale<Stored extends BareRow>(
  trx: Trx,
  entity: AuditEntity,
  row: Stored,
  sent: { readonly [Column in keyof Stored]?: unknown },
  version: number,
  { names = {}, absent = () => '' }: ConflictOptions = {},
): Promise<void> {
  if (row.rowVersion === version) return
  const [present, wanted] = [row as unknown as Values, sent as Values]
  const base = (await atVersion(trx, entity, row, version)) ?? wanted
  const shown = new Set(fieldsOfEntity(entity))
  const changes: FieldChange[] = Object.keys(wanted)
    .filter((field) => shown.has(field))
    .filter((field) => !isDeepStrictEqual(present[field], base[field]))
    .map((field) => ({ field: names[field] ?? field, current: present[field] ?? absent(field) }))
  rejectConflict([...changes, { field: 'rowVersion', current: row.rowVersion }])
}
