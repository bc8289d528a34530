import { type AccessRow, blinding, dormantDays, type UnusualSign } from '@atrium/contract'

/** A role is rare if at most this many people have it, among at least `crowd`. */
const few = 2
const crowd = 10

/** Number of sites of one person in a study and product from which on they are `manySites`. */
const many = 3

const dayLength = 86_400_000

/** Access as the report has it. */
export type Reviewed = Pick<
  AccessRow,
  'kind' | 'userId' | 'studyId' | 'siteId' | 'softwareId' | 'roles' | 'isBlind' | 'state' | 'lastSignIn'
>

/** Key of access that can be compared: of the same kind, in the same study and product. */
const scopeOf = ({ kind, studyId, softwareId }: Reviewed): string =>
  [kind === 'role' ? 'member' : kind, studyId, softwareId].join(' ')

/** Adds a value to the set of a key. */
function put(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key) ?? new Set()
  set.add(value)
  sets.set(key, set)
}

/**
 * Returns a function that tells what is unusual about each of the rows. Rows are only compared within one study and
 * product, so that a sign discloses nothing of another one.
 * @param now instant of the review’s opening
 * @param conflicts whether a person’s role in a product breaks the separation of duties
 */
export function unusualIn<Row extends Reviewed>(
  rows: readonly Row[],
  now: number,
  conflicts: (row: Row) => boolean,
): (row: Row) => UnusualSign[] {
  const people = new Map<string, Set<string>>()
  const holders = new Map<string, Set<string>>()
  const sites = new Map<string, Set<string>>()
  for (const row of rows) {
    const scope = scopeOf(row)
    put(people, scope, row.userId)
    for (const role of row.roles) put(holders, `${scope} ${role}`, row.userId)
    if (row.siteId !== '') put(sites, `${scope} ${row.userId}`, row.siteId)
  }
  const sizeOf = (sets: Map<string, Set<string>>, key: string) => sets.get(key)?.size ?? 0
  return (row) => {
    const scope = scopeOf(row)
    const signs: Readonly<Record<UnusualSign, boolean>> = {
      neverSignedIn: row.lastSignIn === '',
      dormant: row.lastSignIn !== '' && now - Date.parse(row.lastSignIn) > dormantDays * dayLength,
      closed: row.state === 'locked' || row.state === 'disabled',
      unblinded: row.isBlind === blinding.unblinded,
      conflict: conflicts(row),
      fewHolders:
        sizeOf(people, scope) >= crowd &&
        row.roles.some((role) => sizeOf(holders, `${scope} ${role}`) <= few),
      manySites: row.siteId !== '' && sizeOf(sites, `${scope} ${row.userId}`) >= many,
    }
    return (Object.keys(signs) as UnusualSign[]).filter((sign) => signs[sign])
  }
}
