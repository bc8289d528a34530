import { codes } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { auditEntityOf } from '../audit/index.ts'
import type { Trx } from '../database/transaction.ts'
import { type FieldIssue, reject, rejectFields } from '../http/rejection.ts'
import { rejectStale } from './conflict.ts'
import type { BareRow, EditedTable, Entity, Job, Row, SaveInput, Target, Values } from './entity.ts'
import { anyTable, asRow, guardedRow, isRow, withParts } from './rows.ts'
import { isOfTenants } from './tenant-guard.ts'
import { duplicateIssues, rejectingDeletedReferences, rejectingDuplicates } from './violations.ts'

const insert = (trx: Trx, table: EditedTable, values: Values) =>
  anyTable(trx)
    .insertInto(table)
    .values({ ...values, id: uuidv7() })
    .returningAll()
    .$castTo<BareRow>()
    .executeTakeFirstOrThrow()

const update = (trx: Trx, table: EditedTable, row: BareRow, values: Values) =>
  anyTable(trx)
    .updateTable(table)
    .set({ ...values, rowVersion: row.rowVersion + 1, updatedAt: sql`now()` })
    .where(isRow(row))
    .returningAll()
    .$castTo<BareRow>()
    .executeTakeFirstOrThrow()

/** Writes the row and its parts in other tables. */
async function write<Table extends EditedTable, Input extends SaveInput, Part extends object>(
  entity: Entity<Table, Input, Part>,
  { trx, input }: Job<Input>,
  before: (Row<Table> & Part) | undefined,
): Promise<Row<Table> & Part> {
  const values = entity.values(input)
  const written = before
    ? await update(trx, entity.table, before, values)
    : await insert(trx, entity.table, { ...values, ...entity.initial?.(input) })
  const row = asRow<Table>(written)
  await entity.parts?.write(trx, row, input)
  return withParts(trx, entity, row)
}

/** Returns an issue for every field that breaks a rule of the entity or has the value of another row. */
async function issuesOf<Table extends EditedTable, Input extends SaveInput, Part extends object>(
  entity: Entity<Table, Input, Part>,
  job: Job<Input>,
  before: (Row<Table> & Part) | undefined,
): Promise<FieldIssue[]> {
  const { table, unique = {}, taken } = entity
  const values = { ...(before ?? entity.initial?.(job.input)), ...entity.values(job.input) }
  return [
    ...((await entity.rules?.(job, before)) ?? []),
    ...(await duplicateIssues(job.trx, { table, unique, taken }, values)),
  ]
}

/**
 * Handles a plain save: adds a row if no id is sent, otherwise changes the row. A sent `rowVersion` must be current
 * (otherwise 409 with the later changes).
 * @returns a handler that returns the row's id
 */
export const saving =
  <Table extends EditedTable, Input extends SaveInput, Part extends object>(
    entity: Entity<Table, Input, Part>,
  ) =>
  async (job: Job<Input>): Promise<string> => {
    const { input, trx } = job
    const values = entity.values(input)
    const before = input.id === '' ? undefined : await guardedRow(job, entity, input.id)
    await entity.guard?.(job, values as Target<Table, Input>)
    if (!isOfTenants(job.as, (values as Partial<BareRow>).tenantId)) reject(codes.notFound)
    if (before && input.rowVersion !== undefined) {
      const sent = { ...values, ...entity.parts?.values(input) } as Partial<Row<Table> & Part>
      await rejectStale(trx, auditEntityOf(entity.table), before, sent, input.rowVersion, entity)
    }
    rejectFields(await issuesOf(entity, job, before))
    const after = await rejectingDeletedReferences(() =>
      rejectingDuplicates(entity.unique ?? {}, () => write(entity, job, before), entity.taken),
    )
    const tenantId = entity.tenantOf(after)
    job.audit({ entity: auditEntityOf(entity.table), entityId: after.id, tenantId, before, after })
    return after.id
  }
