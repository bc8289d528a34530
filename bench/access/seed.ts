import { softwareCodes } from '@atrium/contract'
import type { ClientBase } from 'pg'
import { makeMonths } from '../scale/events.ts'

/** Raise this whenever the seed creates other rows or another schema, so that an older database is not measured. */
export const seedVersion = 3

/** Name of the row in `seed_version` that marks a filled database. */
const mark = 'bench access'

/** The tenant whose access is reported, and one of its studies. */
export const tenantId = 'access-tenant'
export const studyId = 'access-study-0'

/** One of the study's sites, the product of all studies, and the tenant's administrator. */
export const siteId = 'access-site-0'
export const softwareId = softwareCodes.edc
export const administrator = 'access-administrator'

/** Number of other tenants, and of their people. */
const others = { tenants: 50, people: 200 }

/** Id of the n-th person. */
export const userId = (n: number): string => `access-user-${n}`

/** Number of people whom one call adds. */
const batch = 200

/** Number of months with changes, and of changed people in a month. */
const months = 36
const changed = 500

/** Writes the event that takes the images of what the statements before have changed, with an id of a month. */
const insertEvent = `
  insert into audit_event (id, actor_id, actor_name, tenant_id, call, entity, reason)
  values (overlay(id_of_month(timestamp '2023-07-01' + make_interval(months => $5::int))
      placing substr(gen_random_uuid()::text, 16) from 16), $2, 'granter', $1, $3, 'tenant_user', $4)`

const event = (owner: ClientBase, tenant: string, call: string, month = 0) =>
  owner.query(insertEvent, [tenant, userId(1), call, month === 0 ? '' : `change ${month}`, month])

/** Adds a tenant with its studies and people. */
async function addTenant(owner: ClientBase, tenant: string, people: number): Promise<void> {
  for (const statement of ofTenant) {
    await owner.query(statement, [tenant])
    await event(owner, tenant, '/study/save')
  }
  for (let from = 1; from <= people; from += batch) {
    const to = Math.min(from + batch - 1, people)
    for (const statement of ofPeople) await owner.query(statement, [tenant, from, to])
    await event(owner, tenant, '/tenantUser/save/batch')
  }
}

/**
 * Fills a new database: a tenant whose people each have a membership and two authorizations in a product, with three
 * years of changes, and smaller tenants beside it; does nothing if it is already filled. The triggers make the images,
 * as they do in production.
 * @param owner a connection of the schema's owner
 */
export async function seedOnce(owner: ClientBase, people: number): Promise<void> {
  const { rowCount } = await owner.query('select from seed_version where name = $1', [mark])
  if (rowCount === 1) return
  await owner.query('begin')
  await makeMonths(owner)
  await addUsers(owner, people)
  await addTenant(owner, tenantId, people)
  for (let n = 1; n <= others.tenants; n += 1) await addTenant(owner, `other-tenant-${n}`, others.people)
  for (let month = 0; month < months; month += 1) {
    for (let turn = 0; turn < changed; turn += 10) {
      await owner.query(update, [tenantId, people, month * changed + turn])
      await event(owner, tenantId, '/studyUser/pre/save/edc', month)
    }
    process.stderr.write(`${month + 1} of ${months} months\n`)
  }
  await owner.query('insert into seed_version (name, version) values ($1, $2)', [mark, seedVersion])
  await owner.query('commit')
  // Does what autovacuum would do in time: updates statistics and the visibility map.
  await owner.query('vacuum analyze')
}

/** Adds the people, who are members of several tenants, and the administrator, who has the platform's password. */
async function addUsers(owner: ClientBase, people: number): Promise<void> {
  await owner.query(
    `insert into app_user (id, full_name, user_name, user_name_key, password_hash)
     select 'access-user-' || n, '人员 ' || n, 'access-user-' || n, 'access-user-' || n, ''
     from generate_series(1, $1::int) n`,
    [people],
  )
  await owner.query(
    `insert into app_user (id, full_name, user_name, user_name_key, password_hash, password_changed_at)
     select $1, $1, $1, $1, password_hash, now() from app_user where user_name = 'admin'`,
    [administrator],
  )
  await owner.query(
    `insert into tenant (id, tenant_name, tenant_code, abbr, category_id) values ($1, '访问一览租户', $1, 'A', '')`,
    [tenantId],
  )
  await owner.query(
    `insert into tenant (id, tenant_name, tenant_code, abbr, category_id)
     select 'other-tenant-' || n, '租户 ' || n, 'OTHER' || n, 'O', '' from generate_series(1, $1::int) n`,
    [others.tenants],
  )
  await owner.query(
    `insert into tenant_user (tenant_id, id, user_id, role_id) values ($1, $2, $2, 'tenant-administrator')`,
    [tenantId, administrator],
  )
  await owner.query(
    `insert into site (id, site_name, level_id, type_id, country_id, province_id, city_id)
     select 'access-hospital-' || n, '医院 ' || n, '', '', 'CN', city.parent_id, city.id
     from generate_series(0, 9) n, (select * from area where level = 3 order by id limit 1) city`,
  )
  await event(owner, tenantId, '/tenant/save')
}

/** SQL for the beginning of the ids of a tenant's studies and sites; '' in the first tenant. */
const prefix = `case when $1 = '${tenantId}' then '' else $1 || '-' end`

/** 20 studies in one product, each with ten sites. */
const ofTenant = [
  `insert into study (tenant_id, id, study_name, study_code, plan_code, principal, name_abbr, fame_full, site_count, patient_count)
   select $1, ${prefix} || 'access-study-' || n, '研究 ' || n, 'A' || n, 'P' || n, '', 'A' || n,
     '研究 ' || n, 10, 100
   from generate_series(0, 19) n`,
  `insert into tenant_site (tenant_id, id, site_id, site_name, nick_name)
   select $1, 'chosen-' || n, 'access-hospital-' || n, '医院 ' || n, '中心 ' || n from generate_series(0, 9) n`,
  `insert into study_site (tenant_id, id, study_id, tenant_site_id, code)
   select $1, ${prefix} || 'access-site-' || 10 * n + k,
     ${prefix} || 'access-study-' || n, 'chosen-' || k, k::text
   from generate_series(0, 19) n, generate_series(0, 9) k`,
  `insert into tenant_url (tenant_id, id, software_id, url_name, url, mobile_url)
   values ($1, 'access-domain', '${softwareId}', 'EDC', 'https://edc.example', '')`,
  `insert into study_url (tenant_id, id, study_id, software_id, tenant_url_id)
   select $1, 'access-link-' || n, ${prefix} || 'access-study-' || n,
     '${softwareId}', 'access-domain'
   from generate_series(0, 19) n`,
]

/** People with memberships, authorizations for a study and for a site, and grants. */
const ofPeople = [
  `insert into tenant_user (tenant_id, id, user_id, role_id)
   select $1, 'access-member-' || n, 'access-user-' || n, (select min(id) from role where role_type = 2)
   from generate_series($2::int, $3::int) n`,
  `insert into study_user (tenant_id, id, study_url_id, study_site_id, tenant_user_id)
   select $1, 'access-authorization-' || n || '-' || k, 'access-link-' || (n + k) % 20,
     case when k = 1 then ${prefix} || 'access-site-' || 10 * ((n + k) % 20) + n / 20 % 10 end,
     'access-member-' || n
   from generate_series($2::int, $3::int) n, generate_series(0, 1) k`,
  `insert into product_authorization (tenant_id, id, study_url_id, tenant_user_id, grants, accepted_grants, state, language, batch_id)
   select $1, 'access-grant-' || n || '-' || k, 'access-link-' || (n + k) % 20, 'access-member-' || n, g, g,
     'accepted', 'zh', 'b'
   from generate_series($2::int, $3::int) n, generate_series(0, 1) k, lateral (select jsonb_build_object(
     'generalRoleId', '', 'siteIds', '[]'::jsonb, 'allSites', true, 'roles', jsonb_build_array(jsonb_build_object(
       'roleId', 'R' || n % 7, 'roleName', '角色 ' || n % 7, 'environmentId', 'E1', 'projectId', '', 'isBlind', 1,
       'siteIds', '[]'::jsonb, 'stockHouseIds', '[]'::jsonb))) as g) as made`,
]

/** Gives ten people another role in a product. */
const update = `
  update product_authorization set accepted_grants = g, grants = g, row_version = row_version + 1
  from (select jsonb_build_object('generalRoleId', '', 'siteIds', '[]'::jsonb, 'allSites', true, 'roles',
    jsonb_build_array(jsonb_build_object('roleId', 'C' || $3::int, 'roleName', '变更 ' || $3::int, 'environmentId', 'E1',
      'projectId', '', 'isBlind', 1, 'siteIds', '[]'::jsonb, 'stockHouseIds', '[]'::jsonb))) as g) as made
  where tenant_id = $1 and id in (
    select 'access-grant-' || 1 + ($3::int + n) % $2::int || '-0' from generate_series(0, 9) n)`
