import type { ReleaseHealth } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import { type Measure, percentile, sumOf } from './histogram.ts'

interface Release {
  readonly name: string
  readonly version: string
}

const keyOf = ({ name, version }: Release): string => `${name}@${version}`

/** The 75th percentile, as used for Web Vitals. */
const share = 0.75

/** Returns browsers' reports on releases within the last day. */
export async function healthOf(
  trx: Trx,
  releases: readonly Release[],
): Promise<(release: Release) => ReleaseHealth> {
  const names = [...new Set(releases.map(({ name }) => name))]
  const versions = [...new Set(releases.map(({ version }) => version))]
  const hours = await trx
    .selectFrom('releaseHour')
    .selectAll()
    .where('name', '=', sql<string>`any(${names})`)
    .where('version', '=', sql<string>`any(${versions})`)
    .where('hour', '>', sql<Date>`now() - interval '1 day'`)
    .execute()
  const persons = await trx
    .selectFrom('releasePerson')
    .select(['name', 'version'])
    .select(['signedIn', sql<number>`count(*)::int`.as('seen')])
    .select(sql<number>`(count(*) filter (where failed_at > now() - interval '1 day'))::int`.as('failed'))
    .where('name', '=', sql<string>`any(${names})`)
    .where('version', '=', sql<string>`any(${versions})`)
    .where('seenAt', '>', sql<Date>`now() - interval '1 day'`)
    .groupBy(['name', 'version', 'signedIn'])
    .execute()
  const none = { seen: 0, failed: 0 }
  const reportersOf = (release: Release, signedIn: boolean) =>
    persons.find((row) => keyOf(row) === keyOf(release) && row.signedIn === signedIn) ?? none
  const byRelease = Map.groupBy(hours, keyOf)
  return (release) => {
    const own = byRelease.get(keyOf(release)) ?? []
    const [people, addresses] = [reportersOf(release, true), reportersOf(release, false)]
    const quarter = (measure: Measure) => percentile(measure, sumOf(own.map((row) => row[measure])), share)
    return {
      loads: own.reduce((sum, { loads }) => sum + loads, 0),
      failures: own.reduce((sum, { failures }) => sum + failures, 0),
      persons: people.seen,
      failedPersons: people.failed,
      addresses: addresses.seen,
      failedAddresses: addresses.failed,
      readyTime: quarter('ready'),
      lcp: quarter('lcp'),
      inp: quarter('inp'),
      cls: quarter('cls'),
    }
  }
}
