import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import { type ErrorCounts, type HourCounts, inOrder, type PersonSeen, type Summary } from './summary.ts'

/** Maximum number of failure kinds stored per release. Further kinds are counted without text. */
const maxErrors = 200

/** Maximum number of new failure kinds with text per person and day, so that one person cannot use up the room. */
const maxOfPerson = 20

/** Maximum number of persons stored per kind of failure. */
const maxPersons = 1000

const json = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`

/** SQL that adds two histograms element by element. */
const added = (column: string) => {
  const [old, more] = [sql.ref(`release_hour.${column}`), sql.ref(`excluded.${column}`)]
  return sql`${sql.ref(column)} = (select coalesce(array_agg(coalesce(a, 0) + coalesce(b, 0) order by place), '{}')
    from unnest(${old}, ${more}) with ordinality as both_of(a, b, place))`
}

const writeHours = (trx: Trx, hours: readonly HourCounts[]) =>
  sql`insert into release_hour (name, version, hour, loads, failures, ready, lcp, inp, cls)
    select name, version, hour, loads, failures, ready, lcp, inp, cls
    from jsonb_to_recordset(${json(hours)}) as row(name text, version text, hour timestamptz, loads integer,
      failures integer, ready integer[], lcp integer[], inp integer[], cls integer[])
    on conflict (name, version, hour) do update set
      loads = release_hour.loads + excluded.loads, failures = release_hour.failures + excluded.failures,
      ${added('ready')}, ${added('lcp')}, ${added('inp')}, ${added('cls')}`.execute(trx)

const writePersons = (trx: Trx, persons: readonly PersonSeen[]) =>
  sql`insert into release_person (name, version, person, signed_in, origin, tenants, seen_at, failed_at)
    select name, version, person, "signedIn", origin, tenants, "seenAt", "failedAt"
    from jsonb_to_recordset(${json(persons)})
      as row(name text, version text, person text, "signedIn" boolean, origin text, tenants text[],
        "seenAt" timestamptz, "failedAt" timestamptz)
    on conflict (name, version, person) do update set seen_at = excluded.seen_at,
      origin = excluded.origin, tenants = excluded.tenants,
      failed_at = coalesce(excluded.failed_at, release_person.failed_at)`.execute(trx)

/** Counts the kinds of failures that each person reported within a day. */
async function kindsOf(trx: Trx, errors: readonly ErrorCounts[]): Promise<Map<string, number>> {
  const persons = [...new Set(errors.flatMap((error) => [...error.persons]))]
  const rows = await trx
    .selectFrom('releaseErrorPerson')
    .select(['person', sql<number>`count(*)::int`.as('kinds')])
    .where('person', '=', sql<string>`any(${persons})`)
    .groupBy('person')
    .execute()
  return new Map(rows.map(({ person, kinds }) => [person, kinds]))
}

/**
 * Returns the failures that already have a row or fit within the limits of their release and person. All others are
 * merged into one without text per release and stage. Sorted by id.
 */
async function withinBounds(trx: Trx, errors: readonly ErrorCounts[]): Promise<ErrorCounts[]> {
  const { rows } = await sql<{ release: string; ids: string[] }>`
    select name || '@' || version as release, array_agg(id) as ids from release_error
    where (name, version) in (select name, version from jsonb_to_recordset(${json(errors)})
      as row(name text, version text)) group by 1`.execute(trx)
  const known = new Map(rows.map(({ release, ids }) => [release, new Set(ids)]))
  const kinds = await kindsOf(trx, errors)
  const kept = new Map<string, ErrorCounts>()
  for (const error of errors) {
    const release = `${error.name}@${error.version}`
    const ids = known.get(release) ?? new Set()
    known.set(release, ids)
    const from = [...error.persons].find((person) => (kinds.get(person) ?? 0) < maxOfPerson)
    const isNew = !ids.has(error.id)
    const fits = !isNew || (ids.size < maxErrors && from !== undefined)
    if (isNew && fits && from !== undefined) kinds.set(from, (kinds.get(from) ?? 0) + 1)
    const id = fits ? error.id : `${release} ${error.stage}`
    ids.add(id)
    const present = kept.get(id)
    const persons = new Set([...(present?.persons ?? []), ...error.persons])
    const count = (present?.count ?? 0) + error.count
    kept.set(id, { ...error, id, ...(!fits && { detail: '', status: 0 }), count, persons })
  }
  return inOrder(kept)
}

async function writeErrors(trx: Trx, found: readonly ErrorCounts[]): Promise<void> {
  const errors = await withinBounds(trx, found)
  await sql`insert into release_error
      (id, name, version, stage, status, detail, count, first_time, last_time, browser)
    select id, name, version, stage, status, detail, count, "firstTime", "lastTime", browser
    from jsonb_to_recordset(${json(errors)}) as row(id text, name text, version text, stage text, status integer,
      detail text, count bigint, "firstTime" timestamptz, "lastTime" timestamptz, browser text)
    on conflict (id) do update set count = release_error.count + excluded.count, last_time = excluded.last_time,
      browser = excluded.browser`.execute(trx)
  const pairs = errors.flatMap(({ id, persons }) => [...persons].map((person) => ({ id, person })))
  await sql`with added as (
      insert into release_error_person (error_id, person)
      select row.id, row.person from jsonb_to_recordset(${json(pairs)}) as row(id text, person text)
      join release_error error on error.id = row.id and error.persons < ${sql.lit(maxPersons)}
      on conflict do nothing returning error_id)
    update release_error set persons = release_error.persons + new.persons
    from (select error_id, count(*) as persons from added group by 1) as new
    where release_error.id = new.error_id`.execute(trx)
}

/** Writes a summary in a fixed number of statements. */
export async function writeSummary(trx: Trx, { hours, persons, errors }: Summary): Promise<void> {
  if (hours.length > 0) await writeHours(trx, hours)
  if (persons.length > 0) await writePersons(trx, persons)
  if (errors.length > 0) await writeErrors(trx, errors)
}
