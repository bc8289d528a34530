import type { ClientBase } from 'pg'
import { makeMonths } from '../scale/events.ts'

/** Raise this whenever the seed creates other rows or another schema, so that an older database is not measured. */
export const seedVersion = 2

/** Name of the row in `seed_version` that marks a filled database. */
const mark = 'bench access'

/** The tenant whose access is reported, and one of its studies. */
export const tenantId = 'access-tenant'
export const studyId = 'access-study-0'

/** Id of the n-th person. */
export const userId = (n: number): string => `access-user-${n}`

/** Number of people whom one call adds. */
const batch = 200

/** Number of months with changes, and of changed people in a month. */
const months = 36
const changed = 500

/** Writes the event that takes the images of what the statements before have changed. */
const insertEvent = `
  insert into audit_event (id, actor_id, actor_name, tenant_id, call, entity, reason)
  values ('0' || substr(gen_random_uuid()::text, 2), $2, 'granter', $1, $3, 'tenant_user', $4)`

const event = (owner: ClientBase, call: string, reason = '') =>
  owner.query(insertEvent, [tenantId, userId(1), call, reason])

/**
 * Fills a new database with people of one tenant, each with a membership and two authorizations in products, and with
 * three years of changes; does nothing if it is already filled. The triggers make the images, as they do in production.
 * @param owner a connection of the schema's owner
 */
export async function seedOnce(owner: ClientBase, people: number): Promise<void> {
  const { rowCount } = await owner.query('select from seed_version where name = $1', [mark])
  if (rowCount === 1) return
  await owner.query('begin')
  await makeMonths(owner)
  for (const statement of once) {
    await owner.query(statement, statement.includes('$1') ? [tenantId] : [])
    await event(owner, '/study/save')
  }
  for (let from = 1; from <= people; from += batch) {
    const to = Math.min(from + batch - 1, people)
    for (const statement of ofPeople) await owner.query(statement, [tenantId, from, to])
    await event(owner, '/tenantUser/save/batch')
  }
  for (let month = 0; month < months; month += 1) {
    for (let turn = 0; turn < changed; turn += 10) {
      await owner.query(update, [tenantId, people, month * changed + turn])
      await event(owner, '/studyUser/pre/save/edc', `change ${month}`)
    }
    process.stderr.write(`${month + 1} of ${months} months\n`)
  }
  await owner.query('insert into seed_version (name, version) values ($1, $2)', [mark, seedVersion])
  await owner.query('commit')
  // Does what autovacuum would do in time: updates statistics and the visibility map.
  await owner.query('vacuum analyze')
}

/** The tenant with 20 studies in one product. */
const once = [
  `insert into tenant (id, tenant_name, tenant_code, abbr, category_id) values ($1, '访问一览租户', 'ACCESS', 'A', '')`,
  `insert into study (tenant_id, id, study_name, study_code, plan_code, principal, name_abbr, fame_full, site_count, patient_count)
   select $1, 'access-study-' || n, '研究 ' || n, 'A' || n, 'P' || n, '', 'A' || n, '研究 ' || n, 10, 100
   from generate_series(0, 19) n`,
  `insert into tenant_url (tenant_id, id, software_id, url_name, url, mobile_url)
   select $1, 'access-domain', min(id), 'EDC', 'https://edc.example', '' from software where authorization_style = 2`,
  `insert into study_url (tenant_id, id, study_id, software_id, tenant_url_id)
   select $1, 'access-link-' || n, 'access-study-' || n, d.software_id, d.id
   from generate_series(0, 19) n, tenant_url d where d.id = 'access-domain'`,
]

/** People with memberships, authorizations and grants. */
const ofPeople = [
  `insert into app_user (id, full_name, user_name, user_name_key, password_hash)
   select 'access-user-' || n, '人员 ' || n, 'access-user-' || n, 'access-user-' || n, ''
   from generate_series($2::int, $3::int) n where $1::text <> ''`,
  `insert into tenant_user (tenant_id, id, user_id, role_id)
   select $1, 'access-member-' || n, 'access-user-' || n, (select min(id) from role where role_type = 2)
   from generate_series($2::int, $3::int) n`,
  `insert into study_user (tenant_id, id, study_url_id, tenant_user_id)
   select $1, 'access-authorization-' || n || '-' || k, 'access-link-' || (n + k) % 20, 'access-member-' || n
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
