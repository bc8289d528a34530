import { sql } from 'kysely'
import { repeatEvery, withDeadline } from '../../platform/database/background.ts'
import { asSystem, inTransaction } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { endInspections } from '../inspections/index.ts'
import { applyTrainings } from '../trainings/index.ts'
import { endAuthorizations } from './end-authorizations.ts'
import { endGrants } from './end-grants.ts'

/** Pause between two looks at what begins and ends, in milliseconds. */
const interval = 10_000

/** Notes for products which memberships have begun or ended, and which authorizations have begun. */
const notePeriods = ({ db }: Services): Promise<unknown> =>
  inTransaction(db, asSystem, (trx) => sql`select note_periods()`.execute(trx))

interface AccessPeriodsOptions {
  readonly services: Services
  /** Called for errors such as an unresponsive database; the work continues. */
  readonly onError: (error: unknown) => void
}

interface AccessPeriods {
  /**
   * Begins no more transactions and waits for the one in progress. Call it before the database closes.
   * @param drained aborted when the transaction must be given up; any process repeats it later
   */
  stop(drained: AbortSignal): Promise<void>
}

/** Time by which an aborted transaction may delay a stop, in milliseconds. */
const grace = 1200

/**
 * Does what is due now.
 * @param stopping ends the work after the transaction in progress
 */
export async function keepPeriods(services: Services, stopping?: AbortSignal): Promise<void> {
  await notePeriods(services)
  await applyTrainings(services)
  await endAuthorizations(services, stopping)
  await endGrants(services, stopping)
  await endInspections(services, stopping)
}

/** Begins and ends access by its periods. Every process runs this. */
export function startAccessPeriods({ services, onError }: AccessPeriodsOptions): AccessPeriods {
  const stopping = new AbortController()
  const done = repeatEvery(interval, () => keepPeriods(services, stopping.signal), onError, stopping.signal)
  return {
    stop: async (drained) => {
      stopping.abort()
      await withDeadline(done, drained, grace)
    },
  }
}
