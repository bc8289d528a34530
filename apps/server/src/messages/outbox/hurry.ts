import { type Kysely, sql } from 'kysely'
import { asSystem, type Database, inTransaction } from '../../database/index.ts'
import type { MessageKind } from './message.ts'

/**
 * Makes the messages due that an outage has put off, since it is over.
 *
 * @returns their ids
 */
export const hurryWaiting = (db: Kysely<Database>, kind: MessageKind): Promise<string[]> =>
  inTransaction(db, asSystem, async (trx) => {
    const hurried = await trx
      .updateTable('message')
      .set({ nextTryAt: sql<Date>`now()` })
      .where('kind', '=', kind)
      .where('state', '=', 'waiting')
      .where('nextTryAt', '>', sql<Date>`now()`)
      .returning('id')
      .execute()
    return hurried.map(({ id }) => id)
  })
