import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { repeatEvery, withDeadline } from '../../../platform/database/background.ts'
import { asSystem, inTransaction, type Trx } from '../../../platform/database/transaction.ts'
import type { Services } from '../../../platform/http/work.ts'
import { type Batch, deliverBatch } from './deliver-batch.ts'
import { firstDeliverySeconds } from './save.ts'

/** Batch with its product. */
interface Due extends Batch {
  readonly softwareId: string
  /** Id of the tenant's domain at which the product is called. */
  readonly tenantUrlId: string
}

/** Maximum number of concurrent calls to all products. */
const parallel = 8

/**
 * Maximum number of concurrent calls to one product, so that a slow product does not block the others. Each of its
 * domains gets one call at a time.
 */
const parallelAtOne = 2

/** Pause between polls, in milliseconds. */
const interval = 2000

/** Reserves the next due batch. Other processes treat it as in progress until its call must have ended. */
async function reserveNextDue(trx: Trx, underWay: readonly Due[]): Promise<Due | undefined> {
  const addresses = underWay.map(({ tenantUrlId }) => tenantUrlId)
  const calls = Map.groupBy(underWay, ({ softwareId }) => softwareId)
  const products = [...calls].flatMap(([id, { length }]) => (length < parallelAtOne ? [] : id))
  // The lock ensures that no two processes reserve rows of the same batch.
  await sql`select pg_advisory_xact_lock(hashtextextended('telling products', 0))`.execute(trx)
  const due = await trx
    .selectFrom('productAuthorization')
    .innerJoin('studyUrl', (join) =>
      join
        .onRef('studyUrl.tenantId', '=', 'productAuthorization.tenantId')
        .onRef('studyUrl.id', '=', 'productAuthorization.studyUrlId'),
    )
    .select(['productAuthorization.tenantId', 'productAuthorization.batchId'])
    .select(['studyUrl.softwareId', 'studyUrl.tenantUrlId'])
    .where('productAuthorization.state', '=', 'waiting')
    .where('productAuthorization.tenantUserId', 'is not', null)
    .where('productAuthorization.untrainedSince', 'is', null)
    .where('productAuthorization.nextAttemptAt', '<=', sql<Date>`now()`)
    .where('studyUrl.tenantUrlId', '<>', sql<string>`all(${addresses})`)
    .where('studyUrl.softwareId', '<>', sql<string>`all(${products})`)
    .orderBy('productAuthorization.nextAttemptAt')
    .limit(1)
    .executeTakeFirst()
  if (!due) return undefined
  await trx
    .updateTable('productAuthorization')
    .set({ nextAttemptAt: sql<Date>`now() + make_interval(secs => ${firstDeliverySeconds})` })
    .where('tenantId', '=', due.tenantId)
    .where('batchId', '=', due.batchId)
    .where('state', '=', 'waiting')
    .execute()
  return due
}

/** Waits until one of the calls ends, or until the next poll. */
async function waitFor(calls: Iterable<Promise<unknown>>): Promise<void> {
  const done = new AbortController()
  const pause = sleep(interval, undefined, { signal: done.signal }).catch(() => {})
  await Promise.race([...calls, pause])
  done.abort()
}

/**
 * Delivers all due batches.
 * @param stopping ends the loop after the calls in progress
 * @throws errors other than those of products, such as an unresponsive database, after the calls in progress
 */
export async function deliverDue(services: Services, stopping?: AbortSignal): Promise<void> {
  const underWay = new Map<Due, Promise<unknown>>()
  const errors: unknown[] = []
  const begin = (due: Due) => {
    const delivered = deliverBatch(services, due, { late: true }).catch((error: unknown) =>
      errors.push(error),
    )
    underWay.set(
      due,
      delivered.finally(() => underWay.delete(due)),
    )
  }
  const takeNext = () =>
    inTransaction(services.db, asSystem, async (trx) =>
      // Stopping may have been requested while this waited for a connection.
      stopping?.aborted ? undefined : reserveNextDue(trx, [...underWay.keys()]),
    )
  try {
    while (!stopping?.aborted && errors.length === 0) {
      const calls = underWay.size
      const due = calls < parallel ? await takeNext() : undefined
      if (due) begin(due)
      // Batches for the same domain wait for the call in progress, and may be due when it ends.
      else if (calls === 0) break
      else if (underWay.size > 0) await waitFor(underWay.values())
    }
  } finally {
    await Promise.all(underWay.values())
  }
  if (errors.length > 0) throw errors[0]
}

interface DeliveryOptions {
  readonly services: Services
  /** Called for errors such as an unresponsive database; deliveries continue. */
  readonly onError: (error: unknown) => void
}

interface Deliveries {
  /**
   * Starts no more calls and waits for those in progress. Call it before the database closes.
   * @param drained aborted when calls in progress must be given up; any process repeats them later
   */
  stop(drained: AbortSignal): Promise<void>
}

/** Time by which an aborted call may delay a stop, in milliseconds. */
const grace = 1200

/** Delivers grants to products as soon as they are due. Every process runs this. */
export function startDeliveries({ services, onError }: DeliveryOptions): Deliveries {
  const stopping = new AbortController()
  const done = repeatEvery(interval, () => deliverDue(services, stopping.signal), onError, stopping.signal)
  return {
    stop: async (drained) => {
      stopping.abort()
      await withDeadline(done, drained, grace)
    },
  }
}
