import { type ProductGrant, softwareCodes, softwareSwitch } from '@atrium/contract'
import type { ClientBase } from 'pg'
import { fillPeople } from '../users/seed.ts'

/** Raise this whenever a seed creates a different database. */
export const seedVersion = 1

/** Total number of authorizations in the database, and number of tenants. */
export interface Amounts {
  readonly authorizations: number
  readonly tenants: number
}

/** Name of the row in `seed_version` that marks a filled database. */
const mark = 'bench studies'

/** The measured tenant, and its administrator. */
export const largeTenant = { id: 'bench-studies', administrator: 'bench.studies' } as const

/** A user with 300 authorizations, ten in each of 30 tenants. */
export const busyPerson = { id: 'bench-busy', userName: 'bench.busy', tenants: 30 } as const

/** Size of the large tenant: users, sites, and studies, each of which uses every product. */
export const sizes = { people: 30_000, sites: 4000, studies: 500 } as const

/** Measured studies of the large tenant: one with 2,000 sites, and one with 20,000 authorized users. */
export const measuredStudies = {
  manySites: { number: 1, sites: 2000 },
  manyPeople: { number: 2, sites: 50, people: 20_000 },
} as const

/** Size of each of the other tenants. */
const others = { people: 100, studies: 10, sites: 20, sitesOfStudy: 5, productsOfStudy: 2 } as const

/** Products added to the delivered ones: eight are authorized study by study. */
const moreProducts = ['ePRO', 'eCOA', 'PV', 'MDR']

/** Ids that requests need, derived from numbers. */
export const idOf = {
  study: (number: number) => `bench-study-${number}`,
  link: (number: number, softwareId: string) => `bench-study-${number}-${softwareId}`,
  site: (study: number, number: number) => `bench-study-${study}-site-${number}`,
} as const

/**
 * Fills a new database, completely or not at all; does nothing if it is already filled. Foreign keys and triggers are
 * disabled meanwhile.
 * @param owner a connection of the schema's owner
 */
export async function seedOnce(owner: ClientBase, { authorizations, tenants }: Amounts): Promise<void> {
  const { rowCount } = await owner.query('select from seed_version where name = $1', [mark])
  if (rowCount === 1) return
  await owner.query('begin')
  await fillPeople(owner, { users: sizes.people + tenants * others.people, tenants })
  await owner.query('set local session_replication_role = replica')
  await owner.query(
    `insert into tenant (id, tenant_name, tenant_code, abbr, category_id)
     values ($1, '大型申办方', $1, $1, '')`,
    [largeTenant.id],
  )
  await fillProducts(owner)
  await fillMemberships(owner)
  await fillSites(owner)
  await fillStudies(owner)
  await fillManyPeople(owner)
  const ofLarge = measuredStudies.manyPeople.people * 2
  await fillOthers(owner, Math.floor((authorizations - ofLarge) / tenants))
  await fillBusyPerson(owner)
  await fillGrants(owner)
  await owner.query('insert into seed_version (name, version) values ($1, $2)', [mark, seedVersion])
  await owner.query('commit')
  // Does what autovacuum would do in time: updates statistics and the visibility map.
  await owner.query('vacuum analyze')
}

async function fillProducts(owner: ClientBase): Promise<void> {
  await owner.query(
    `insert into software (id, software_name, web_code, app_code, validity_time, sort, is_study_authorization)
     select name, name, name, upper(name), 1440, 100 + at, $2
     from unnest($1::text[]) with ordinality as made (name, at)`,
    [moreProducts, softwareSwitch.yes],
  )
  await owner.query(`create temp table product on commit drop as
    select id, row_number() over (order by sort, id) - 1 as n from software
    where is_study_authorization = ${softwareSwitch.yes}`)
  await owner.query(
    `create temp table place on commit drop as
    select id, case when id = $1 then -1 else row_number() over (order by id = $1, tenant_code) end as n from tenant
    where id <> '0' and not exists (select from tenant_software where tenant_id = tenant.id)`,
    [largeTenant.id],
  )
  await owner.query(`insert into tenant_software (tenant_id, id, software_id, user_enable, max_user, study_enable, max_study)
    select place.id, md5(place.id || product.id)::uuid::text, product.id, true, 1000000, true, 100000 from place, product`)
  await owner.query(`insert into tenant_url (tenant_id, id, software_id, url_name, url, mobile_url, api_url)
    select place.id, 'domain-' || place.n || '-' || product.n, product.id, product.id,
      'https://product.example/' || place.n, 'https://mobile.example/' || place.n, 'https://api.example/' || place.n
    from place, product`)
}

/** Makes the first users members of the large tenant, and a hundred others members of each other tenant. */
async function fillMemberships(owner: ClientBase): Promise<void> {
  await owner.query(
    `create temp table person on commit drop as
     select coalesce(place.id, $3) as tenant_id, 'member-' || nth as id, user_id,
       case when nth <= $1 then nth else (nth - $1 - 1) % $2 + 1 end as at
     from (select id as user_id, row_number() over (order by created_at desc, id) as nth from app_user
           where user_name <> 'admin' and not exists (select from tenant_user where user_id = app_user.id)) as people
     left join place on nth > $1 and place.n = 1 + (nth - $1 - 1) / $2`,
    [sizes.people, others.people, largeTenant.id],
  )
  await owner.query(`insert into tenant_user (tenant_id, id, user_id, full_name, user_name_key, email, phone, phone_key, user_type)
    select tenant_id, person.id, user_id, full_name, user_name_key, email, phone, phone_key, user_type
    from person join app_user on app_user.id = user_id`)
  await owner.query('create index on person (tenant_id, at)')
  await owner.query(insertPerson, [largeTenant.administrator, largeTenant.administrator])
  await owner.query(
    `insert into tenant_user (tenant_id, id, user_id, full_name, user_name_key, role_id)
     values ($1, $2, $2, $2, $2, 'tenant-administrator')`,
    [largeTenant.id, largeTenant.administrator],
  )
}

/** The user gets the platform administrator's password. */
const insertPerson = `
  insert into app_user (id, full_name, user_name, user_name_key, password_hash, password_changed_at)
  select $1, $2, $2, $2, password_hash, now() from app_user where user_name = 'admin'`

async function fillSites(owner: ClientBase): Promise<void> {
  await owner.query(
    `insert into site (id, site_name, level_id, type_id, country_id, province_id, city_id)
     select 'site-' || n, (array['第一', '第二', '协和', '人民', '中医', '肿瘤', '儿童'])[1 + n % 7] || '医院 ' || lpad(n::text, 5, '0'),
       '', '', 'CN', city.parent_id, city.id
     from generate_series(1, $1::int) n
     join (select id, parent_id, row_number() over (order by id) - 1 as at from area where level = 3) city on at = n % 300`,
    [sizes.sites],
  )
  await owner.query(
    `insert into tenant_site (tenant_id, id, site_id, site_name, nick_name)
     select place.id, 'chosen-' || place.n || '-' || at, site.id, site.site_name, '中心' || at
     from place cross join lateral generate_series(1, case when place.n < 0 then $1::int else $2::int end) at
     join site on site.id = 'site-' || at`,
    [sizes.sites, others.sites],
  )
}

const studyColumns = `tenant_id, id, study_name, study_code, plan_code, name_abbr, fame_full, principal, sponsor,
  site_count, patient_count, created_at`

async function fillStudies(owner: ClientBase): Promise<void> {
  await owner.query(
    `create temp table made on commit drop as
    select place.id as tenant_id, place.n as tenant, at,
      case when place.n < 0 then 'bench-study-' || at else 'study-' || place.n || '-' || at end as id
    from place cross join lateral generate_series(1, case when place.n < 0 then $1::int else $2::int end) at`,
    [sizes.studies, others.studies],
  )
  await owner.query(`insert into study (${studyColumns})
    select tenant_id, id, (array['一项评价', '评估', '比较', '随机双盲：', '开放标签：'])[1 + at % 5] || '药物 ' || (at * 7919 + tenant * 31) % 100000 || ' 的疗效和安全性',
      'ST-' || tenant || '-' || at, 'PLAN-' || lpad((at * 271 % 1000)::text, 4, '0') || '-' || tenant, 'AB' || at, '全称', '研究者' || at % 50,
      '申办方' || at % 20, 10, 100, now() - make_interval(mins => (at * 37 + tenant)::int)
    from made`)
  await owner.query(
    `insert into study_url (tenant_id, id, study_id, software_id, tenant_url_id)
    select made.tenant_id, made.id || '-' || product.id, made.id, product.id, 'domain-' || tenant || '-' || product.n
    from made join product on made.tenant < 0 or ((product.n + made.at) % 4 < $1 and product.n < 4)`,
    [others.productsOfStudy],
  )
  await owner.query(
    `insert into study_site (tenant_id, id, study_id, tenant_site_id, code)
    select made.tenant_id, made.id || '-site-' || n, made.id, 'chosen-' || tenant || '-' || n, lpad(n::text, 4, '0')
    from made cross join lateral generate_series(1, case when made.id = $1 then $2::int when made.id = $3 then $4::int else $5::int end) n`,
    [
      idOf.study(measuredStudies.manySites.number),
      measuredStudies.manySites.sites,
      idOf.study(measuredStudies.manyPeople.number),
      measuredStudies.manyPeople.sites,
      others.sitesOfStudy,
    ],
  )
  await owner.query(`create temp table link on commit drop as
    select tenant, tenant_id, study_url.id, study_id, row_number() over (partition by tenant order by study_url.id) - 1 as at
    from study_url join made using (tenant_id) where made.id = study_id and tenant >= 0`)
}

/** Authorizes users for the large tenant's study, each at two of its sites. */
async function fillManyPeople(owner: ClientBase): Promise<void> {
  const { number, sites, people } = measuredStudies.manyPeople
  await owner.query(
    `insert into study_user (tenant_id, id, study_url_id, study_site_id, tenant_user_id)
     select $1, 'large-' || n || '-' || half, $2, $3 || '-site-' || 1 + (n + half * 25) % $4, 'member-' || n
     from generate_series(1, $5::int) n, generate_series(0, 1) half`,
    [largeTenant.id, idOf.link(number, softwareCodes.edc), idOf.study(number), sites, people],
  )
}

/** Authorizes each member of another tenant for some studies there, every second one for the whole study. */
async function fillOthers(owner: ClientBase, perTenant: number): Promise<void> {
  await owner.query(
    `insert into study_user (tenant_id, id, study_url_id, study_site_id, tenant_user_id)
     select link.tenant_id, 'other-' || tenant || '-' || k, link.id,
       case when k % 2 = 0 then study_id || '-site-' || 1 + k % $3 end, person.id
     from generate_series(0, $1::int - 1) k, link
     join person on person.tenant_id = link.tenant_id
     where person.at = 1 + k % $2 and link.at = (person.at * 3 + k / $2) % $4`,
    [perTenant, others.people, others.sitesOfStudy, others.studies * others.productsOfStudy],
  )
}

async function fillBusyPerson(owner: ClientBase): Promise<void> {
  const { id, userName, tenants } = busyPerson
  await owner.query(insertPerson, [id, userName])
  await owner.query(
    `insert into tenant_user (tenant_id, id, user_id, full_name, user_name_key)
     select id, 'busy-' || n, $1, $2, $2 from place where n between 1 and $3`,
    [id, userName, tenants],
  )
  await owner.query(
    `insert into study_user (tenant_id, id, study_url_id, tenant_user_id)
     select tenant_id, 'busy-' || id, id, 'busy-' || tenant from link where tenant <= $1 and at < 10`,
    [tenants],
  )
}

/** Adds the grants of every authorization: one role each, at all sites. */
async function fillGrants(owner: ClientBase): Promise<void> {
  await owner.query(
    `insert into product_authorization (tenant_id, id, study_url_id, tenant_user_id, grants, accepted_grants, state, language, batch_id)
     select tenant_id, 'grant-' || row_number() over (), study_url_id, tenant_user_id, $1, $1, 'accepted', 'zh', 'bench'
     from (select distinct tenant_id, study_url_id, tenant_user_id from study_user) as authorized`,
    [JSON.stringify(grant)],
  )
}

const grant: ProductGrant = {
  generalRoleId: 'M1',
  roles: [
    {
      roleId: 'R1',
      roleName: 'CRA',
      environmentId: 'E1',
      projectId: '',
      siteIds: [],
      stockHouseIds: [],
      isBlind: 1,
    },
  ],
  siteIds: [],
  allSites: true,
}
