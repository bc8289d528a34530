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

/** Calls are counted a minute for what shows a day, an hour for what shows a week, in days. */
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
  { table: 'handOver', key: ['tenantId', 'id'], when: before('expiresAt', 0) },
  { table: 'moduleOverride', key: ['sessionHash', 'name'], when: before('expiresAt', 0) },
  { table: 'captcha', key: ['key'], when: before('expiresAt', 0) },
  { table: 'oneTimeCode', key: ['purpose', 'subject'], when: before('expiresAt', 0) },
  { table: 'contactChange', key: ['userId', 'kind'], when: before('expiresAt', 0) },
  { table: 'rateLimit', key: ['bucket'], when: before('endsAt', 1) },
  { table: 'sessionWrite', key: ['sessionHash'], when: before('writtenAt', 1) },
  { table: 'loginFailure', key: ['nameKey', 'address'], when: isExpired },
  { table: 'emailVerification', key: ['keyHash'], when: before('expiresAt', linkDays) },
  { table: 'releaseHour', key: ['name', 'version', 'hour'], when: before('hour', reportDays) },
  // For whom a release came is counted over a day at most.
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
 * Makes the partitions of the next months. It gives way to long readers: with three months of reserve a later round is
 * soon enough.
 */
const makePartitions = (services: Services): Promise<unknown> =>
  inTransaction(services.db, asSystem, (trx) => sql`select make_partitions()`.execute(trx)).catch(
    (error: unknown) => {
      if (errorCode(error) !== lockNotAvailable) throw error
    },
  )

/** Has the login key change in its time, and deletes what has expired and what broken uploads have left. */
export const maintain = async (services: Services): Promise<void> => {
  await rotateLoginKey(services, 'due')
  await inTransaction(services.db, asSystem, deleteRetiredKeys)
  for (const rows of expiredRows(services.profile.retention))
    await inTransaction(services.db, asSystem, (trx) => deleteExpired(trx, rows))
  await sweepUploads(services)
  await makePartitions(services)
}

interface Maintenance {
  /** Ends the rounds. Call it before the database is closed. */
  stop(): Promise<void>
}

interface MaintenanceOptions {
  readonly services: Services
  /** Notified of a round that failed; the next one tries again. */
  readonly onError: (error: unknown) => void
}

/** Pause between two rounds, in milliseconds. */
const interval = 60_000

/** Makes a round now and every minute from now on. Every process does. */
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
