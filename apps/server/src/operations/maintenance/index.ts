import { setTimeout as sleep } from 'node:timers/promises'
import type { Profile } from '@atrium/contract'
import { sql } from 'kysely'
import { sweepUploads } from '../../modules/files/index.ts'
import { isExpired } from '../../modules/identity/attempts/index.ts'
import { deleteRetiredKeys, rotateLoginKey } from '../../modules/identity/passwords/index.ts'
import { errorCode } from '../../platform/database/index.ts'
import { asSystem, inTransaction } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import type { Period } from '../../platform/observability/call-tally.ts'
import { deleteExpired, type ExpiredRows } from './expired-rows.ts'

export { auditVerification } from './audit-verification.ts'
export { nightlyBackup } from './backup-job.ts'
export { messageCleanUp, sessionCleanUp } from './clean-up-jobs.ts'

/** How long an expired link is distinguished from an unknown one, in days. */
const linkDays = 30

const lockNotAvailable = '55P03'

/** Retention of call counts, in days. The hour and day ranges use counts per minute, the week range counts per hour. */
const countedDays = { minute: 2, hour: 8 } as const

const before = (column: string, days: number) =>
  sql<boolean>`${sql.ref(column)} < now() - make_interval(days => ${days})`

const callCountKey = ['period', 'beginsAt', 'processId', 'area']

const countedBefore = (period: Period) =>
  sql<boolean>`period = ${sql.lit(period)} and ${before('beginsAt', countedDays[period])}`

const expiredRows = ({
  jobRunDays,
  productCallDays,
  reportDays,
}: Profile['retention']): readonly ExpiredRows[] => [
  { table: 'passwordNonce', key: ['nonce'], when: before('expiresAt', 0) },
  { table: 'productNonce', key: ['softwareId', 'nonce'], when: before('expiresAt', 0) },
  { table: 'teamNonce', key: ['keyId', 'nonce'], when: before('expiresAt', 0) },
  { table: 'productCall', key: ['tenantId', 'id'], when: before('createdAt', productCallDays) },
  {
    table: 'productSignIn',
    key: ['tenantId', 'id'],
    when: sql<boolean>`state <> 'open' and ${before('endedAt', productCallDays)}`,
  },
  { table: 'handOver', key: ['tenantId', 'id'], when: before('expiresAt', 0) },
  { table: 'openidRecord', key: ['kind', 'idHash'], when: before('expiresAt', 0) },
  { table: 'moduleOverride', key: ['sessionHash', 'name'], when: before('expiresAt', 0) },
  { table: 'captcha', key: ['key'], when: before('expiresAt', 0) },
  { table: 'oneTimeCode', key: ['purpose', 'subject'], when: before('expiresAt', 0) },
  { table: 'contactChange', key: ['userId', 'kind'], when: before('expiresAt', 0) },
  { table: 'rateLimit', key: ['bucket'], when: before('endsAt', 1) },
  { table: 'sessionWrite', key: ['sessionHash'], when: before('writtenAt', 1) },
  { table: 'loginFailure', key: ['nameKey', 'address'], when: isExpired },
  { table: 'emailVerification', key: ['keyHash'], when: before('expiresAt', linkDays) },
  { table: 'releaseHour', key: ['name', 'version', 'hour'], when: before('hour', reportDays) },
  // The people who received a release are counted over one day at most.
  {
    table: 'releasePerson',
    key: ['name', 'version', 'person'],
    when: before('seenAt', 1),
  },
  { table: 'releaseErrorPerson', key: ['errorId', 'person'], when: before('seenAt', 1) },
  { table: 'releaseError', key: ['id'], when: before('lastTime', reportDays) },
  { table: 'jobLog', key: ['id'], when: before('createdAt', jobRunDays) },
  { table: 'serverProcess', key: ['id'], when: before('seenAt', countedDays.hour) },
  { table: 'callCount', key: callCountKey, when: countedBefore('minute') },
  { table: 'callCount', key: callCountKey, when: countedBefore('hour') },
]

/**
 * Creates the partitions of the next months. Does nothing while a long-running reader holds a lock: with three months
 * in reserve, a later round is soon enough.
 */
const makePartitions = (services: Services): Promise<unknown> =>
  inTransaction(services.db, asSystem, (trx) => sql`select make_partitions()`.execute(trx)).catch(
    (error: unknown) => {
      if (errorCode(error) !== lockNotAvailable) throw error
    },
  )

/** Rotates the login key when it is due. Deletes expired rows and the remains of broken uploads. */
export const maintain = async (services: Services): Promise<void> => {
  await rotateLoginKey(services, 'due')
  await inTransaction(services.db, asSystem, deleteRetiredKeys)
  for (const rows of expiredRows(services.profile.retention))
    await inTransaction(services.db, asSystem, (trx) => deleteExpired(trx, rows))
  await sweepUploads(services)
  await makePartitions(services)
}

interface Maintenance {
  /** Stops the rounds. Call this before the database is closed. */
  stop(): Promise<void>
}

interface MaintenanceOptions {
  readonly services: Services
  /** Called when a round fails. The next round tries again. */
  readonly onError: (error: unknown) => void
}

/** Pause between two rounds, in milliseconds. */
const interval = 60_000

/** Runs a maintenance round now, and then every minute. Every process does this. */
export const startMaintenance = ({ services, onError }: MaintenanceOptions): Maintenance => {
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      await maintain(services).catch(onError)
      await sleep(interval, undefined, { signal: stopping.signal }).catch(() => {})
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
