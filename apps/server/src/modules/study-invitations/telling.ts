import { sql } from 'kysely'
import { every, withDeadline, withoutRepeats } from '../../database/background.ts'
import { asSystem, inTransaction, type Trx } from '../../database/transaction.ts'
import type { Services } from '../../http/work.ts'
import { tryingFor } from './save.ts'
import { type Batch, tellBatch } from './tell.ts'

/** Takes the next batch that is due: whoever else looks finds it under way, until it would have ended. */
async function takeDue(trx: Trx): Promise<Batch | undefined> {
  // One after the other, so that no two take rows of one batch.
  await sql`select pg_advisory_xact_lock(hashtextextended('telling products', 0))`.execute(trx)
  const due = await trx
    .selectFrom('productAuthorization')
    .select(['tenantId', 'batchId'])
    .where('state', '=', 'waiting')
    .where('tenantUserId', 'is not', null)
    .where('nextAttemptAt', '<=', sql<Date>`now()`)
    .orderBy('nextAttemptAt')
    .limit(1)
    .executeTakeFirst()
  if (!due) return undefined
  await trx
    .updateTable('productAuthorization')
    .set({ nextAttemptAt: sql<Date>`now() + make_interval(secs => ${tryingFor})` })
    .where('tenantId', '=', due.tenantId)
    .where('batchId', '=', due.batchId)
    .where('state', '=', 'waiting')
    .execute()
  return due
}

/** Tells products of all that is due. @param stopping ends it after what is under way */
export async function tellDue(services: Services, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const batch = await inTransaction(services.db, asSystem, takeDue)
    if (!batch) return
    await tellBatch(services, batch)
  }
}

interface TellingOptions {
  readonly services: Services
  /** Told of what went wrong, such as a database that does not answer; it goes on. */
  readonly onError: (error: unknown) => void
}

interface Telling {
  /**
   * Begins no more calls and lets those under way end. Call it before the database closes.
   * @param drained aborted when those are to be given up: products are told once more then, by whoever is next
   */
  stop(drained: AbortSignal): Promise<void>
}

/** Between two looks for what is due. Milliseconds. */
const interval = 2000

/** Products that are called at once: one that is slow holds up no other. */
const parallel = 4

/** How long a call that is given up may hold up a stop. Milliseconds. */
const grace = 1200

/** Tells products what their people may do, as soon as it is due. Every process does. */
export function startTelling({ services, onError }: TellingOptions): Telling {
  const stopping = new AbortController()
  const report = withoutRepeats(onError)
  const tell = () => tellDue(services, stopping.signal)
  const done = Promise.all(
    Array.from({ length: parallel }, () => every(interval, tell, report, stopping.signal)),
  )
  return {
    stop: async (drained) => {
      stopping.abort()
      await withDeadline(done, drained, grace)
    },
  }
}
