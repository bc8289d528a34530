import type { Profile, ReleaseAlarm } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import type { ModuleRow } from '../change.ts'
import { healthOf } from './health.ts'
import type { Reporters } from './independence.ts'

export interface Release {
  readonly name: string
  readonly version: string
}

type Rollback = Profile['modules']['rollback']

/** Returns whether a release is active or in a partial rollout. */
export const isInUse = ({ active, shareVersion }: ModuleRow, version: string): boolean =>
  active === version || shareVersion === version

/** Returns whether releases of a module may be rolled back automatically. */
export const rollsBackByItself = (
  { suiteVersion }: Pick<ModuleRow, 'suiteVersion'>,
  { automatic }: Rollback,
): boolean => automatic === 'all' || (automatic === 'teams' && suiteVersion === '')

/** Returns whether a release fails for enough independent people to be rolled back; see `independence.ts`. */
export const decides = (
  { failedOrigins, failedPercentage, beyondTenant }: Reporters,
  { persons, percentage }: Rollback,
): boolean => failedOrigins >= persons && failedPercentage >= percentage && beyondTenant

/** Returns whether a release fails for enough accounts or network addresses to raise an alarm. */
export function isAlarming(counts: Reporters, rollback: Rollback): boolean {
  const isBad = (failed: number, seen: number): boolean =>
    failed >= rollback.persons && failed * 100 >= rollback.percentage * seen
  return (
    isBad(counts.failed, counts.seen) ||
    isBad(counts.failedAddresses, counts.addresses) ||
    decides(counts, rollback)
  )
}

/** SQL for the earliest time of an active alarm: an alarm ends when its module changes, and after a day. */
const activeSince = sql`greatest(now() - interval '1 day', (select updated_at from remote_module where id = name))`

/**
 * Raises an alarm about a release in use, unless one is active.
 * @returns whether an alarm was raised
 */
export async function raiseAlarm(trx: Trx, { name, version }: Release): Promise<boolean> {
  const raised = await trx
    .updateTable('remoteRelease')
    .set({ alarmAt: sql<Date>`now()` })
    .where('name', '=', name)
    .where('version', '=', version)
    .where(sql<boolean>`coalesce(alarm_at < ${activeSince}, true)`)
    // Another process may have rolled the release back meanwhile.
    .where(
      sql<boolean>`exists (select from remote_module where id = name and version in (active, share_version))`,
    )
    .returning('id')
    .executeTakeFirst()
  return raised !== undefined
}

/** Returns whether the alarm about a release is at least this many minutes old. */
export async function hasLasted(trx: Trx, { name, version }: Release, minutes: number): Promise<boolean> {
  const stood = await trx
    .selectFrom('remoteRelease')
    .select('id')
    .where('name', '=', name)
    .where('version', '=', version)
    .where('alarmAt', '<=', sql<Date>`now() - make_interval(mins => ${minutes}::int)`)
    .executeTakeFirst()
  return stood !== undefined
}

/** SQL for the releases in use with an active alarm, with their modules. */
export const activeAlarms = sql`remote_release join remote_module on remote_module.id = name
  where version in (active, share_version) and alarm_at >= ${activeSince}`

/** Returns the releases with an active alarm, newest alarm first. */
export async function releaseAlarms(trx: Trx, { modules }: Profile): Promise<ReleaseAlarm[]> {
  const { rows } = await sql<Release & Pick<ModuleRow, 'suiteVersion'> & { readonly alarmAt: Date }>`
    select name, version, suite_version as "suiteVersion", alarm_at as "alarmAt" from ${activeAlarms}
    order by alarm_at desc, name`.execute(trx)
  const health = await healthOf(trx, rows)
  return rows.map(({ name, version, alarmAt, suiteVersion }) => {
    const { persons, failedPersons, addresses, failedAddresses } = health({ name, version })
    return {
      ...{ name, version, persons, failedPersons, addresses, failedAddresses },
      time: alarmAt.toISOString(),
      automatic: rollsBackByItself({ suiteVersion }, modules.rollback),
    }
  })
}
