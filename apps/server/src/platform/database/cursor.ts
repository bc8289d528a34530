import { type Compilable, CompiledQuery } from 'kysely'
import type { Trx } from './transaction.ts'

/** Returns up to `limit` next rows; none at the end. */
export type FetchRows<Row> = (limit: number) => Promise<Row[]>

/** Opens a cursor over a query. It belongs to the transaction, which may have only one, and closes with it. */
export async function openCursor<Row>(trx: Trx, query: Compilable<Row>): Promise<FetchRows<Row>> {
  const { sql, parameters } = query.compile()
  await trx.executeQuery(CompiledQuery.raw(`declare chunks no scroll cursor for ${sql}`, [...parameters]))
  return async (limit) => (await trx.executeQuery<Row>(CompiledQuery.raw(`fetch ${limit} from chunks`))).rows
}
