import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { entityOf } from '../audit/index.ts'
import type { Trx } from '../database/transaction.ts'
import { refuseFields } from '../http/refusal.ts'
import { refuseStale } from './conflict.ts'
import type { EditedTable, Entity, Job, Row, SaveInput, Values } from './entity.ts'
import { anyTable, guardedRow, isRow, withParts } from './rows.ts'
import { refusingDoubles, refusingGone } from './violations.ts'

const insert = <Input extends SaveInput>(entity: Entity<Input>, { trx, input }: Job<Input>): Promise<Row> =>
  anyTable(trx)
    .insertInto(entity.table)
    .values({ ...entity.values(input), ...entity.made?.(input), id: uuidv7() })
    .returningAll()
    .$castTo<Row>()
    .executeTakeFirstOrThrow()

const update = (trx: Trx, table: EditedTable, row: Row, values: Values): Promise<Row> =>
  anyTable(trx)
    .updateTable(table)
    .set({ ...values, rowVersion: row.rowVersion + 1, updatedAt: sql`now()` })
    .where(isRow(row))
    .returningAll()
    .$castTo<Row>()
    .executeTakeFirstOrThrow()

/** Writes the row and what of it stands in other tables. */
async function write<Input extends SaveInput>(
  entity: Entity<Input>,
  job: Job<Input>,
  before: Row | undefined,
): Promise<Row> {
  const { trx, input } = job
  const row = before
    ? await update(trx, entity.table, before, entity.values(input))
    : await insert(entity, job)
  await entity.parts?.write(trx, row, input)
  return withParts(trx, entity, row)
}

/**
 * The handler of a plain save: adds where no id is sent, else changes the row, which a sent `rowVersion`
 * must still be the version of (409 with what changed since).
 * @returns a handler that answers the row's id
 */
export const saving =
  <Input extends SaveInput>(entity: Entity<Input>) =>
  async (job: Job<Input>): Promise<string> => {
    const { input, trx } = job
    const values = entity.values(input)
    const before = input.id === '' ? undefined : await guardedRow(job, entity, input.id)
    await entity.guard?.(job, values)
    if (before && input.rowVersion !== undefined) {
      const sent = { ...values, ...entity.parts?.values(input) }
      await refuseStale(trx, entityOf(entity.table), before, sent, input.rowVersion)
    }
    refuseFields((await entity.rules?.(job, before)) ?? [])
    const after = await refusingGone(() =>
      refusingDoubles(entity.unique ?? {}, () => write(entity, job, before)),
    )
    const tenantId = entity.tenantOf(after)
    job.audit({ entity: entityOf(entity.table), entityId: after.id, tenantId, before, after })
    return after.id
  }
