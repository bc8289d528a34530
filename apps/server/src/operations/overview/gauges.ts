import { setTimeout as sleep } from 'node:timers/promises'
import type { Profile } from '@atrium/contract'
import { type Kysely, sql } from 'kysely'
import { Gauge } from 'prom-client'
import { isLate } from '../../modules/jobs/index.ts'
import { activeAlarms } from '../../modules/releases/index.ts'
import { isRunning } from '../../platform/caller/sessions.ts'
import { asSystem, type Database, inTransaction } from '../../platform/database/index.ts'
import { isLiving, oldestUnsealed } from './read.ts'

/** Time limit of the query, in milliseconds. After that, Prometheus receives the other metrics. */
const responseLimit = 2_000

const reachable = new Gauge({
  name: 'atrium_database_up',
  help: '1 if PostgreSQL responded to this process in time for this scrape, otherwise 0',
})

/**
 * Gauges with the same value in every process. They are read from the database, and are absent while it does not
 * respond.
 */
const messages = new Gauge({
  name: 'atrium_messages',
  help: 'Messages of the whole deployment that are pending or failed in the last 24 hours, by channel and state',
  labelNames: ['channel', 'state'],
})

const notices = new Gauge({
  name: 'atrium_access_notices',
  help: 'Users whose changed rights a product does not know: waiting for more than a minute, or failed in the last 24 hours',
  labelNames: ['state'],
})

const unsealed = new Gauge({
  name: 'atrium_audit_oldest_unsealed_seconds',
  help: 'Age of the oldest unsealed audit event of the whole deployment; 0 if all events are sealed',
})

const sessions = new Gauge({
  name: 'atrium_sessions',
  help: 'Active sessions of the whole deployment',
})

const jobs = new Gauge({
  name: 'atrium_jobs_late',
  help: 'Scheduled jobs of the whole deployment that are more than a minute late',
})

const processes = new Gauge({
  name: 'atrium_processes',
  help: 'Running server processes of the whole deployment',
})

const alarms = new Gauge({
  name: 'atrium_release_alarms',
  help: 'Module releases in use with an active alarm because they failed for many users',
})

/** Database values of the whole deployment. */
interface State {
  readonly waitingEmail: number
  readonly failedEmail: number
  readonly waitingSms: number
  readonly failedSms: number
  readonly waitingNotices: number
  readonly failedNotices: number
  readonly unsealedSeconds: number
  readonly sessions: number
  readonly lateJobs: number
  readonly processes: number
  readonly alarms: number
}

/** Builds a single statement. Each of its parts reads an index, and only the rows that it counts. */
const stateQuery = ({ sessionLifetime }: Profile) => {
  const waiting = (kind: string) => sql`
    (select count(*) from message where kind = ${sql.lit(kind)} and state in ('waiting', 'sending'))`
  const failed = (kind: string) => sql`
    (select count(*) from message where kind = ${sql.lit(kind)} and state = 'failed'
      and created_at > now() - interval '1 day')`
  return sql<State>`
    select ${waiting('email')} as "waitingEmail", ${failed('email')} as "failedEmail",
      ${waiting('sms')} as "waitingSms", ${failed('sms')} as "failedSms",
      (select count(*) from product_access where state = 'waiting'
        and changed_at < now() - interval '1 minute') as "waitingNotices",
      -- They fail a day after the change.
      (select count(*) from product_access where state = 'failed'
        and changed_at > now() - interval '2 days') as "failedNotices",
      coalesce(extract(epoch from now() - ${oldestUnsealed}), 0)::float8 as "unsealedSeconds",
      (select count(*) from session where ${isRunning(sessionLifetime)}) as sessions,
      (select count(*) from job where ${isLate}) as "lateJobs",
      (select count(*) from server_process where ${isLiving}) as processes,
      (select count(*) from ${activeAlarms}) as alarms`
}

interface GaugesOptions {
  readonly db: Kysely<Database>
  readonly profile: Profile
}

/** Returns a function that updates the gauges. It takes at most 2 seconds, even if the database does not respond. */
export function createGauges({ db, profile }: GaugesOptions): () => Promise<void> {
  const query = stateQuery(profile)
  const read = () =>
    inTransaction(db, asSystem, async (trx) => (await query.execute(trx)).rows[0], {
      readOnly: true,
      statementLimit: `${responseLimit}ms`,
    }).catch(() => undefined)
  // Concurrent scrapes share one query, even while the database does not respond.
  let asking: ReturnType<typeof read> | undefined
  const readOnce = () =>
    (asking ??= read().finally(() => {
      asking = undefined
    }))
  return async () => {
    const state = await Promise.race([readOnce(), sleep(responseLimit, undefined, { ref: false })])
    reachable.set(state ? 1 : 0)
    if (!state) {
      messages.reset()
      notices.reset()
      for (const gauge of [unsealed, sessions, jobs, processes, alarms]) gauge.remove()
      return
    }
    messages.set({ channel: 'email', state: 'waiting' }, state.waitingEmail)
    messages.set({ channel: 'email', state: 'failed' }, state.failedEmail)
    messages.set({ channel: 'sms', state: 'waiting' }, state.waitingSms)
    messages.set({ channel: 'sms', state: 'failed' }, state.failedSms)
    notices.set({ state: 'waiting' }, state.waitingNotices)
    notices.set({ state: 'failed' }, state.failedNotices)
    unsealed.set(Math.max(0, state.unsealedSeconds))
    sessions.set(state.sessions)
    jobs.set(state.lateJobs)
    processes.set(state.processes)
    alarms.set(state.alarms)
  }
}
