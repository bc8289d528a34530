import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { isRunning } from '../../../caller/sessions.ts'
import { asSystem, inTransaction, type Trx } from '../../../database/transaction.ts'
import type { Services } from '../../../http/work.ts'
import { countReports } from '../../../observability/releases.ts'
import { isOpenToAll, type ReportedEvent } from '../../../releases/index.ts'
import { rollBackFailing } from './automatic-rollback.ts'
import { type KnownEvent, summarise } from './summary.ts'
import { writeSummary } from './write.ts'

type Reporting = Pick<Services, 'db' | 'secrets' | 'releases' | 'reports' | 'profile'>

/** Of the events those that count: of releases that there are, from a session, or from anybody where anybody may be. */
async function countingEvents(
  trx: Trx,
  { secrets, profile }: Reporting,
  events: readonly ReportedEvent[],
): Promise<KnownEvent[]> {
  const ids = [...new Set(events.map(({ event }) => `${event.name}@${event.version}`))]
  const releases = await trx
    .selectFrom('remoteRelease')
    .select(['id', 'routes'])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  const open = new Map(releases.map(({ id, routes }) => [id, isOpenToAll(routes)]))
  const hashes = [...new Set(events.map(({ sessionHash }) => sessionHash))].filter(Boolean)
  const sessions = await trx
    .selectFrom('session')
    .select('tokenHash')
    .where('tokenHash', '=', sql<string>`any(${hashes})`)
    .where(isRunning(profile.sessionLifetime))
    .execute()
  const running = new Set(sessions.map(({ tokenHash }) => tokenHash))
  return events.flatMap((reported) => {
    const { event, sessionHash, address } = reported
    const isOpen = open.get(`${event.name}@${event.version}`)
    if (isOpen === undefined) return []
    const isSession = running.has(sessionHash)
    if (!isSession && !isOpen) return []
    const whose = isSession ? `session ${sessionHash}` : `address ${address}`
    return [{ ...reported, session: secrets.digest('release-report', whose).slice(0, 32) }]
  })
}

/** Writes what waits, and rolls back what fails too often. */
export async function flushReports(
  services: Reporting,
  logger: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const events = services.reports.take()
  if (events.length === 0) return
  const summary = await inTransaction(services.db, asSystem, async (trx) => {
    const known = summarise(await countingEvents(trx, services, events))
    await writeSummary(trx, known)
    return known
  })
  for (const { name, loads, failures } of summary.hours) countReports(name, { loads, failures })
  const failed = new Map(
    summary.sessions
      .filter(({ failedAt }) => failedAt !== null)
      .map(({ name, version }) => [`${name}@${version}`, { name, version }]),
  )
  for (const release of failed.values()) await rollBackFailing(services, logger, release)
}

/** Between two times of writing. Milliseconds. */
const interval = 3000

/** Writes what browsers report, every few seconds. */
export function startReporting(
  services: Reporting,
  logger: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController()
  const flush = () =>
    flushReports(services, logger).catch((error: unknown) =>
      logger.error({ err: error }, 'reports of releases not written'),
    )
  const run = async () => {
    while (!stopping.signal.aborted) {
      await sleep(interval, undefined, { signal: stopping.signal }).catch(() => {})
      await flush()
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
