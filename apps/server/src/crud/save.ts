import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Trx } from '../database/transaction.ts'
import { refuseFields } from '../http/refusal.ts'
import { refuseStale } from './conflict.ts'
import type { EditedTable, Entity, Job, Row, SaveInput, Values } from './entity.ts'
import { anyTable, guardedRow, isRow } from './rows.ts'
import { refusingDoubles } from './violations.ts'

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
    await entity.guard(job, values)
    if (before && input.rowVersion !== undefined) {
      await refuseStale(trx, entity.table, before, values, input.rowVersion)
    }
    refuseFields((await entity.rules?.(job, before)) ?? [])
    const after = await refusingDoubles(entity.unique ?? {}, () =>
      before ? update(trx, entity.table, before, values) : insert(entity, job),
    )
    job.audit({ entity: entity.table, entityId: after.id, tenantId: entity.tenantOf(after), before, after })
    return after.id
  }
