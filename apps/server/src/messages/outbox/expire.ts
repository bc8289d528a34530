import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { asSystem, type Database, inTransaction, type Trx } from '../../database/index.ts'

const wiped = { bodyEncrypted: null, wipedAt: sql<Date>`now()` }

/** What is past its time and still has its body. */
const expired = (trx: Trx) =>
  trx.updateTable('message').where('expiresAt', '<=', sql<Date>`now()`).where('bodyEncrypted', 'is not', null)

/** Gives up what was not delivered in time, unless a process is sending it right now. */
async function giveUp(trx: Trx): Promise<void> {
  const given = await expired(trx)
    .set({ ...wiped, state: 'failed' })
    .where('state', 'in', ['waiting', 'sending'])
    .where((is) =>
      is.or([
        is('state', '=', 'waiting'),
        is('nextTryAt', '<=', sql<Date>`now()`),
        // No attempt lasts so long: its process died, and no other sends this kind of message.
        is('expiresAt', '<=', sql<Date>`now() - interval '1 hour'`),
      ]),
    )
    .returning(['tenantId', 'id'])
    .execute()
  if (given.length === 0) return
  await trx
    .insertInto('messageAttempt')
    .values(given.map(({ tenantId, id }) => ({ tenantId, id: uuidv7(), messageId: id, outcome: 'expired' })))
    .execute()
}

/** Ends the messages whose code, key or password is no longer good, and wipes it. */
export const expireMessages = (db: Kysely<Database>): Promise<void> =>
  inTransaction(db, asSystem, async (trx) => {
    await giveUp(trx)
    await expired(trx).set(wiped).where('state', '=', 'failed').execute()
  })
