import { sql } from 'kysely'
import type { Trx } from '../../../database/transaction.ts'
import type { ErrorCounts, HourCounts, SessionSeen, Summary } from './summary.ts'

/** How many kinds of failures of one release are kept: what is more counts as one without words. */
const mostErrors = 200

/** In how many sessions a kind of failure is counted. */
const mostSessions = 1000

const json = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`

/** Adds two lists of counts, element by element. */
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

const writeSessions = (trx: Trx, sessions: readonly SessionSeen[]) =>
  sql`insert into release_session (name, version, session, seen_at, failed_at)
    select name, version, session, "seenAt", "failedAt"
    from jsonb_to_recordset(${json(sessions)})
      as row(name text, version text, session text, "seenAt" timestamptz, "failedAt" timestamptz)
    on conflict (name, version, session) do update set seen_at = excluded.seen_at,
      failed_at = coalesce(excluded.failed_at, release_session.failed_at)`.execute(trx)

/** Those that have a row, or for whose release there is room; all others of a release and stage as one without words. */
async function withinBounds(trx: Trx, errors: readonly ErrorCounts[]): Promise<ErrorCounts[]> {
  const { rows } = await sql<{ release: string; ids: string[] }>`
    select name || '@' || version as release, array_agg(id) as ids from release_error
    where (name, version) in (select name, version from jsonb_to_recordset(${json(errors)})
      as row(name text, version text)) group by 1`.execute(trx)
  const known = new Map(rows.map(({ release, ids }) => [release, new Set(ids)]))
  const kept = new Map<string, ErrorCounts>()
  for (const error of errors) {
    const release = `${error.name}@${error.version}`
    const ids = known.get(release) ?? new Set()
    known.set(release, ids)
    const fits = ids.has(error.id) || ids.size < mostErrors
    const id = fits ? error.id : `${release} ${error.stage}`
    ids.add(id)
    const present = kept.get(id)
    const sessions = new Set([...(present?.sessions ?? []), ...error.sessions])
    const count = (present?.count ?? 0) + error.count
    kept.set(id, { ...error, id, ...(!fits && { detail: '', status: 0 }), count, sessions })
  }
  return [...kept.values()]
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
  const pairs = errors.flatMap(({ id, sessions }) => [...sessions].map((session) => ({ id, session })))
  await sql`insert into release_error_session (error_id, session)
    select row.id, row.session from jsonb_to_recordset(${json(pairs)}) as row(id text, session text)
    join release_error error on error.id = row.id and error.sessions < ${sql.lit(mostSessions)}
    on conflict do nothing`.execute(trx)
  const ids = errors.map(({ id }) => id)
  await sql`update release_error set sessions =
      (select count(*) from release_error_session of_it where of_it.error_id = release_error.id)
    where id = any(${ids}::text[]) and sessions < ${sql.lit(mostSessions)}`.execute(trx)
}

/** Writes what was reported, in a few statements however much that is. */
export async function writeSummary(trx: Trx, { hours, sessions, errors }: Summary): Promise<void> {
  if (hours.length > 0) await writeHours(trx, hours)
  if (sessions.length > 0) await writeSessions(trx, sessions)
  if (errors.length > 0) await writeErrors(trx, errors)
}
