import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { asSystem, inTransaction } from '../../../platform/database/transaction.ts'
import type { Services } from '../../../platform/http/work.ts'
import { countReports } from '../../../platform/observability/releases.ts'
import { judgeFailing } from './automatic-rollback.ts'
import { knownEvents } from './reporters.ts'
import { summarise } from './summary.ts'
import { writeSummary } from './write.ts'

type Reporting = Pick<Services, 'db' | 'secrets' | 'releases' | 'reports' | 'profile'>

/** Writes pending reports, then checks the releases that failed for an alarm or rollback. */
export async function flushReports(
  services: Reporting,
  logger: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const events = services.reports.take()
  if (events.length === 0) return
  const summary = await inTransaction(services.db, asSystem, async (trx) => {
    const known = summarise(await knownEvents(trx, services, events))
    await writeSummary(trx, known)
    return known
  })
  for (const { name, loads, failures } of summary.hours) countReports(name, { loads, failures })
  const failed = new Map(
    summary.persons
      .filter(({ failedAt }) => failedAt !== null)
      .map(({ name, version }) => [`${name}@${version}`, { name, version }]),
  )
  for (const release of failed.values()) await judgeFailing(services, logger, release)
}

/** Pause between writes, in milliseconds. */
const interval = 3000

interface ReportingOptions {
  readonly services: Reporting
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
  /** Called with the error of a failed write; the next write still takes place. */
  readonly onError: (error: unknown) => void
}

/** Writes browsers' reports every few seconds. */
export function startReporting({ services, logger, onError }: ReportingOptions): {
  readonly stop: () => Promise<void>
} {
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      await sleep(interval, undefined, { signal: stopping.signal }).catch(() => {})
      await flushReports(services, logger).catch(onError)
    }
  }
  const done = run()
  return {
    stop: async () => {
      stopping.abort()
      await done
    },
  }
}
