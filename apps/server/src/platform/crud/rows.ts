import { codes, globalTenantId } from '@atrium/contract'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Trx } from '../database/transaction.ts'
import { reject } from '../http/rejection.ts'
import type { BareRow, EditedTable, Entity, Job, Row, SaveInput, Target, Values } from './entity.ts'
import { isOfTenants } from './tenant-guard.ts'

/** The edited tables, reduced to the columns that all of them have. */
type EditedRows = { readonly [Table in EditedTable]: BareRow & Values }

/**
 * Returns the same transaction with the columns of edited tables unknown, for statements that serve all of these
 * tables.
 */
export const anyTable = (trx: Trx) => trx as unknown as Kysely<EditedRows>

/** Returns the condition for one row: its id and, if it has one, its tenant. */
export const isRow = ({ id, tenantId }: BareRow): RawBuilder<SqlBool> =>
  tenantId === undefined ? sql<SqlBool>`id = ${id}` : sql<SqlBool>`tenant_id = ${tenantId} and id = ${id}`

const find = (trx: Trx, table: EditedTable, condition: RawBuilder<SqlBool>) =>
  anyTable(trx).selectFrom(table).selectAll().$castTo<BareRow>().where(condition)

/** Types a found row by its table. */
export const asRow = <Table extends EditedTable>(found: BareRow): Row<Table> => found as Row<Table>

/**
 * Reads a row that the caller may write, and locks it until the transaction ends. The row is read before it is
 * locked, since row-level security hides rows that may only be read from a locking query. Whatever the entity's guard
 * allows, another tenant's row does not exist for the caller, and no tenant may write a global row.
 * @throws Rejection 404 if the caller may not see the row, or the guard's rejection
 */
export async function guardedRow<Table extends EditedTable, Input extends SaveInput, Part extends object>(
  job: Job<unknown>,
  entity: Entity<Table, Input, Part>,
  id: string,
): Promise<Row<Table> & Part> {
  const seen = await find(job.trx, entity.table, sql`id = ${id}`).executeTakeFirst()
  if (!seen || (seen.tenantId !== globalTenantId && !isOfTenants(job.as, seen.tenantId)))
    reject(codes.notFound)
  await entity.guard?.(job, seen as unknown as Target<Table, Input>)
  if (!isOfTenants(job.as, seen.tenantId)) reject(codes.notFound)
  const locked = await find(job.trx, entity.table, isRow(seen)).forUpdate().executeTakeFirst()
  return locked ? withParts(job.trx, entity, asRow(locked)) : reject(codes.notFound)
}

/** Returns a row with its parts in other tables. */
export const withParts = async <Table extends EditedTable, Input extends SaveInput, Part extends object>(
  trx: Trx,
  { parts }: Entity<Table, Input, Part>,
  row: Row<Table>,
): Promise<Row<Table> & Part> => ({ ...row, ...(await parts?.read(trx, row)) }) as Row<Table> & Part
