import type { ClientBase } from 'pg'
import { withoutIndexes } from '../lib/bulk.ts'
import { generateTenants } from '../tenants/generate.ts'
import { insertTenants } from '../tenants/seed.ts'
import { familyNames, givenNames, soundedFirst, soundedLast } from './names/chinese.ts'
import { firstNames, lastNames, mailDomains } from './names/latin.ts'

/** Raise this whenever a seed creates other users or another schema, so that an older database is not measured. */
export const seedVersion = 6

/** Numbers of users and tenants in a database. */
export interface Amounts {
  readonly users: number
  readonly tenants: number
}

/** Name of the row in `seed_version` that marks a filled database. */
const mark = 'bench users'

/**
 * Fills a new database, completely or not at all; does nothing if it is already filled. The users are the same in
 * every run: a hash of n makes all choices for the nth user. Of twenty users, twelve have Chinese names, some others
 * have romanised Chinese names, and the rest have Latin names.
 * @param owner a connection of the schema's owner
 */
export async function seedOnce(owner: ClientBase, amounts: Amounts): Promise<void> {
  const { rowCount } = await owner.query('select from seed_version where name = $1', [mark])
  if (rowCount === 1) return
  await owner.query('begin')
  await fill(owner, amounts)
  await owner.query('insert into seed_version (name, version) values ($1, $2)', [mark, seedVersion])
  await owner.query('commit')
  // Does what autovacuum would do in time: updates statistics and the visibility map.
  await owner.query('vacuum analyze')
}

async function fill(owner: ClientBase, amounts: Amounts): Promise<void> {
  await fillPeople(owner, amounts)
  await withoutIndexes(owner, 'tenant_user', () => owner.query(insertMembers, [amounts.users]))
}

/** Adds tenants and users to the database, in a transaction, without memberships. */
export async function fillPeople(owner: ClientBase, { users, tenants }: Amounts): Promise<void> {
  await owner.query(`set local maintenance_work_mem = '1GB'`)
  await owner.query('set local max_parallel_maintenance_workers = 2')
  // The database is kept for longer than passwords are valid.
  await owner.query('update safe_strategy set expired_day = 0')
  await insertTenants(owner, generateTenants(tenants))
  await makeChoices(owner)
  await withoutIndexes(owner, 'app_user', () => insertUsers(owner, { from: 1, to: users }))
}

/** Creates temporary helper functions for the connection. */
export async function makeChoices(owner: ClientBase): Promise<void> {
  await owner.query(`create function pg_temp.share(n int, salt int) returns float8 language sql immutable
    return (hashint8extended(n, salt) & 4294967295) / 4294967296.0`)
  await owner.query(`create function pg_temp.even(choices text[], n int, salt int) returns text language sql immutable
    return choices[1 + floor(pg_temp.share(n, salt) * cardinality(choices))::int]`)
  await owner.query(`create function pg_temp.skewed(choices text[], n int, salt int) returns text language sql immutable
    return choices[1 + floor(pg_temp.share(n, salt) ^ 2.5 * cardinality(choices))::int]`)
}

/** Numbers of the first and the last row to create. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** SQL over the number `n`, which determines the physical order of rows. */
const usual = { id: 'md5(n::text)::uuid::text', createdAt: 'now() - make_interval(mins => n)' }

/** Creates users, on a connection that has `makeChoices`. The nth user does not depend on the number of users. */
export const insertUsers = (owner: ClientBase, { from, to }: Range, made = usual): Promise<unknown> =>
  owner.query(insertion(made), [from, to, ...choices])

const choices: readonly unknown[] = [
  familyNames.map(({ han, pinyin }) => `${han} ${pinyin}`),
  givenNames.map(({ han, pinyin }) => `${han} ${pinyin}`),
  soundedFirst,
  soundedLast,
  firstNames,
  lastNames,
  mailDomains,
]

const insertion = ({ id, createdAt }: typeof usual): string => `
  insert into app_user (id, full_name, user_name, user_name_key, email, email_key, email_valid, phone, phone_key,
    sex, status, user_type, role_id, country_id, province_id, city_id, password_changed_at, created_at, updated_at)
  with place as (
    select array_agg(city.id order by city.id) as cities, array_agg(province.id order by city.id) as provinces
    from area city join area province on province.id = city.parent_id
    where city.level = 3 and province.parent_id = 'CN'
  ), part as (
    select n, pg_temp.share(n, 1) as kind,
      pg_temp.skewed($3::text[], n, 2) as family, pg_temp.skewed($4::text[], n, 3) as given,
      case when pg_temp.share(n, 4) < 0.75 then pg_temp.even($4::text[], n, 5) else '' end as second,
      pg_temp.skewed($5::text[], n, 6) || '·' || pg_temp.skewed($6::text[], n, 7) as sounded,
      pg_temp.skewed($7::text[], n, 8) as first, pg_temp.even($8::text[], n, 9) as last,
      pg_temp.skewed($9::text[], n, 10) as domain
    from generate_series($1::int, $2::int) n
  ), named as (
    select n, domain,
      case when kind < 0.60 then split_part(family, ' ', 1) || split_part(given, ' ', 1) || split_part(second, ' ', 1)
           when kind < 0.635 then sounded
           else first || ' ' || last end as full_name,
      case when kind < 0.60 then split_part(family, ' ', 2) || split_part(given, ' ', 2) || split_part(second, ' ', 2)
           when kind < 0.635 then 'user'
           else lower(left(first, 1) || '.' || replace(last, '’', '')) end || to_hex(n) as login
    from part
  )
  select ${id}, full_name, login, login, login || '@' || domain, login || '@' || domain, n % 3 % 2,
    '1' || (3 + n % 7) || lpad(((n::bigint * 7919) % 1000000000)::text, 9, '0'),
    '1' || (3 + n % 7) || lpad(((n::bigint * 7919) % 1000000000)::text, 9, '0'),
    (n % 2)::text, case when n % 97 = 0 then '1' else '0' end, case when n % 199 = 0 then '1' else '0' end,
    case when n % 500 = 0 then 'ordinary-user' end, 'CN',
    provinces[1 + n % cardinality(provinces)], cities[1 + n % cardinality(cities)],
    now(), ${createdAt}, now()
  from named, place`

/** Columns that memberships copy from their users: no trigger copies them while the indexes are dropped. */
export const copied = 'full_name, user_name_key, email, phone, phone_key, user_type'

const insertMembers = `
  with tenants as (select array_agg(id order by tenant_code) as ids from tenant where id <> '0')
  insert into tenant_user (tenant_id, id, user_id, ${copied})
  select ids[1 + n % cardinality(ids)], md5('member ' || n)::uuid::text, person.id, ${copied}
  from generate_series(1, $1::int) n join app_user person on person.id = md5(n::text)::uuid::text, tenants`
