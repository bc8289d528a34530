import type { ClientBase } from 'pg'
import { withoutIndexes } from '../lib/bulk.ts'
import { type Amounts, copied, fillPeople } from '../users/seed.ts'

/** Raise this whenever a seed creates other tenant users or another schema. */
export const seedVersion = 1

/** The measured tenants: their ids, their administrators, and their shares of the users. All other tenants are alike. */
export const measuredTenants = [
  { id: 'bench-half', administrator: 'bench.half', share: 0.5 },
  { id: 'bench-thousands', administrator: 'bench.thousands', share: 0.005 },
  { id: 'bench-dozens', administrator: 'bench.dozens', share: 0.00005 },
] as const

/** Name of the row in `seed_version` that marks a filled database. */
const mark = 'bench tenant users'

/**
 * Fills a new database, completely or not at all; does nothing if it is already filled. Every user belongs to one
 * tenant, chosen by a hash, so that a tenant's users are spread among all others as in reality.
 * @param owner a connection of the schema's owner
 */
export async function seedOnce(owner: ClientBase, amounts: Amounts): Promise<void> {
  const { rowCount } = await owner.query('select from seed_version where name = $1', [mark])
  if (rowCount === 1) return
  await owner.query('begin')
  await fillPeople(owner, amounts)
  await fillMemberships(owner)
  await owner.query('insert into seed_version (name, version) values ($1, $2)', [mark, seedVersion])
  await owner.query('commit')
  // Does what autovacuum would do in time: updates statistics and the visibility map.
  await owner.query('vacuum analyze')
}

/** A tenant with a size of its own. */
export interface MeasuredTenant {
  readonly id: string
  readonly administrator: string
  readonly share: number
}

/** Gives every user a membership, in a transaction. */
async function fillMemberships(owner: ClientBase): Promise<void> {
  await insertMeasured(owner, measuredTenants)
  await withoutIndexes(owner, 'tenant_user', () => addMemberships(owner, measuredTenants))
  await addAdministrators(owner, measuredTenants)
}

/** Adds the measured tenants. */
export const insertMeasured = (owner: ClientBase, tenants: readonly MeasuredTenant[]): Promise<unknown> =>
  owner.query(
    `insert into tenant (id, tenant_name, tenant_code, abbr, category_id)
     select id, id, id, id, '' from unnest($1::text[]) id`,
    [tenants.map(({ id }) => id)],
  )

/** Range of users who get memberships: ids after `after`, up to `upTo`, and the number of users before them. */
interface Stretch {
  readonly after: string
  readonly upTo: string
  readonly before: number
}

const everybody: Stretch = { after: '', upTo: '~', before: 0 }

/** Gives each user a membership, on a connection that has `makeChoices`. */
export async function addMemberships(
  owner: ClientBase,
  tenants: readonly MeasuredTenant[],
  { after, upTo, before } = everybody,
): Promise<void> {
  const bounds = tenants.map((_, index) =>
    tenants.slice(0, index + 1).reduce((sum, { share }) => sum + share, 0),
  )
  await owner.query(insertMemberships, [tenants.map(({ id }) => id), bounds, after, upTo, before])
}

/** Adds the administrators of the measured tenants. */
export const addAdministrators = (
  owner: ClientBase,
  tenants: readonly Pick<MeasuredTenant, 'id' | 'administrator'>[],
): Promise<unknown> =>
  owner.query(insertAdministrators, [
    tenants.map(({ id }) => id),
    tenants.map(({ administrator }) => administrator),
  ])

const insertMemberships = `
  with others as (
    select id, row_number() over (order by tenant_code) - 1 as at from tenant where id <> '0' and id <> all ($1)
  ), placed as (
    select *, n % (select count(*) from others) as at from (
      select *, pg_temp.share(hashtext(id), 21) as place, row_number() over (order by created_at) + $5::int as n
      from app_user where user_name <> 'admin' and id > $3 and id <= $4
    ) numbered
  )
  insert into tenant_user (tenant_id, id, user_id, enabled, join_date, created_at, ${copied})
  select coalesce(($1::text[])[(select min(at) from unnest($2::float8[]) with ordinality as bound (upto, at)
      where place < upto)], others.id),
    md5('place ' || placed.id)::uuid::text, placed.id, (n % 23 = 0)::int, created_at, created_at, ${copied}
  from placed join others using (at) order by n`

/** These users get the platform administrator's password. */
const insertAdministrators = `
  with people as (
    insert into app_user (id, full_name, user_name, user_name_key, password_hash, password_changed_at)
    select name, name, name, name, admin.password_hash, admin.password_changed_at
    from unnest($2::text[]) name, app_user admin where admin.user_name = 'admin' returning id
  )
  insert into tenant_user (tenant_id, id, user_id, role_id)
  select tenant, 'place-' || id, id, 'tenant-administrator'
  from unnest($1::text[], $2::text[]) as pair (tenant, id) join people using (id)`
