import type { ClientBase } from 'pg'
import { dropIndexes } from '../lib/bulk.ts'
import { makeMonths } from '../scale/events.ts'
import { addAdministrators } from '../tenant-users/seed.ts'

/** Raise this whenever a seed creates other events or another schema, so that an older database is not measured. */
export const seedVersion = 2

/** Name of the row in `seed_version` that marks a filled database. */
const mark = 'bench audit'

/** Number of events that are inserted at once. */
const piece = 500_000

/** Id of the n-th tenant, user and study. The first ones have the most events. */
export const tenantId = (n: number): string => `tenant-${String(n).padStart(4, '0')}`
export const userId = (n: number): string => `user-${String(n).padStart(6, '0')}`
export const studyId = (n: number): string => `study-${String(n).padStart(5, '0')}`

/** A tenant whose administrator reads the trail, and one of its studies. */
export interface Reader {
  readonly name: string
  readonly id: string
  readonly administrator: string
  readonly study: string
}
export const readers: readonly Reader[] = [
  { name: 'busy tenant', id: tenantId(0), administrator: 'bench.busy', study: studyId(0) },
  { name: 'quiet tenant', id: tenantId(450), administrator: 'bench.quiet', study: studyId(450) },
]

/** Number of tenants; and of users and studies, which belong to tenants by their numbers modulo that. */
const tenants = 500
const users = 50_000
const studies = 5_000

/**
 * Fills a new database; does nothing if it is already filled. The events cover three years: half of them are
 * sign-ins. A tenth of the tenants have half of the events, and actors and studies are as uneven.
 * @param owner a connection of the schema's owner
 */
export async function seedOnce(owner: ClientBase, events: number): Promise<void> {
  const { rowCount } = await owner.query('select from seed_version where name = $1', [mark])
  if (rowCount === 1) return
  await owner.query('begin')
  await owner.query(`set local maintenance_work_mem = '1GB'`)
  await owner.query(`create function pg_temp.share(n int, salt int) returns float8 language sql immutable
    return (hashint8extended(n, salt) & 4294967295) / 4294967296.0`)
  await owner.query(`create function pg_temp.id(kind text, digits int, n int) returns text language sql immutable
    return kind || '-' || lpad(n::text, digits, '0')`)
  await owner.query(insertTenants, [tenants])
  await owner.query(insertStudies, [studies, tenants])
  await addAdministrators(owner, readers)
  await makeMonths(owner)
  const indexes = await dropIndexes(owner, 'audit_event')
  await owner.query(`set local session_replication_role = replica`)
  for (let from = 1; from <= events; from += piece) {
    const to = Math.min(from + piece - 1, events)
    await owner.query(insertEvents, [from, to, events, tenants, users, studies])
    process.stderr.write(`${to} of ${events} events\n`)
  }
  await owner.query(`set local session_replication_role = origin`)
  for (const { name, statement } of indexes) {
    await owner.query(statement)
    process.stderr.write(`index ${name}\n`)
  }
  await owner.query('insert into seed_version (name, version) values ($1, $2)', [mark, seedVersion])
  await owner.query('commit')
  // Does what autovacuum would do in time: updates statistics and the visibility map.
  await owner.query('vacuum analyze')
}

const insertTenants = `
  insert into tenant (id, tenant_name, tenant_code, abbr, category_id)
  select pg_temp.id('tenant', 4, n), '租户 ' || n, 'T' || n, 'T' || n, '' from generate_series(0, $1::int - 1) n`

const insertStudies = `
  insert into study (tenant_id, id, study_name, study_code, plan_code, principal, name_abbr, fame_full, site_count, patient_count)
  select pg_temp.id('tenant', 4, n % $2::int), pg_temp.id('study', 5, n), '研究 ' || n, 'S' || n, 'P' || n, '', 'S' || n, '研究 ' || n, 10, 100
  from generate_series(0, $1::int - 1) n`

/**
 * One event in twenty is rare: of a kind, by an act or about a study that only few events have. Tenants, actors and
 * studies are drawn to the third power, so that few of them have most events. The people whom events concern are drawn
 * evenly: nobody's rights change often.
 */
const insertEvents = `
  insert into audit_event (batch, id, at, actor_id, actor_name, tenant_id, call, entity, entity_id, before, after, request_id,
    address, user_agent, study_id, subjects)
  with drawn as (
    select n, extract(epoch from date_trunc('day', now())) - 94608000 * (1 - n / $3::float8) as second,
      pg_temp.share(n, 1) as kind, floor(pg_temp.share(n, 2) ^ 3 * $4::int)::int as tenant,
      floor(pg_temp.share(n, 3) ^ 3 * $5::int)::int as actor, floor(pg_temp.share(n, 4) * $5::int)::int as person,
      floor(pg_temp.share(n, 5) ^ 3 * $6::int / $4::int)::int as study
    from generate_series($1::int, $2::int) n
  )
  select n / 50, regexp_replace(lpad(to_hex((second * 1000)::bigint), 12, '0'), '(.{8})(.{4})', '\\1-\\2-7')
      || substr(md5(n::text), 1, 3) || '-8' || substr(md5(n::text), 4, 3) || '-' || substr(md5(n::text), 7, 12),
    to_timestamp(second), pg_temp.id('user', 6, actor), 'user' || actor,
    case when kind < 0.9 then pg_temp.id('tenant', 4, tenant) else '0' end,
    case when kind < 0.5 then '/sys/login' when kind < 0.7 then '/tenantUser/update' when kind < 0.9 then '/studyUser/save'
      when kind < 0.999 then '/sys/user/update/admin' else '/safeStrategy/save' end,
    case when kind < 0.5 then 'session' when kind < 0.7 then 'tenant_user' when kind < 0.9 then 'study_user'
      when kind < 0.999 then 'app_user' else 'safe_strategy' end,
    case when kind < 0.5 or (kind >= 0.9 and kind < 0.999) then pg_temp.id('user', 6, person) else md5(n::text) end,
    case when kind >= 0.5 then fields || jsonb_build_object('remark', n - 1) end, fields || jsonb_build_object('remark', n),
    md5('request ' || n)::uuid::text, '10.0.' || n % 250 || '.7',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    case when kind >= 0.7 and kind < 0.9 then pg_temp.id('study', 5, study * $4::int + tenant) end,
    case when kind >= 0.5 and kind < 0.9 then array[pg_temp.id('user', 6, person)] end
  from drawn, lateral (select jsonb_build_object('id', md5(n::text), 'userId', pg_temp.id('user', 6, person),
    'fullName', '用户 ' || person, 'userName', 'user' || person) as fields) as named
  order by n`
