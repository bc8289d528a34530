import {
  type accessList,
  authorizationStyles,
  globalTenantId,
  type Language,
  type RequestOf,
} from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../platform/caller/caller.ts'
import { columnsContain } from '../../platform/database/search.ts'
import { isOpenTo } from '../studies/blinding/index.ts'

/** Filters of the report, as in the contract; '' for any. */
export type Filters = Omit<RequestOf<typeof accessList>, 'limit' | 'page' | 'at' | 'compareWith'>

/** A row as rebuilt, without what is read for the shown rows only. */
export interface Rebuilt {
  readonly id: string
  readonly kind: 'system' | 'member' | 'role' | 'study'
  /** Tenant and key of the image whose last change gave the access. */
  readonly givenIn: string
  readonly givenBy: string
  readonly tenantId: string
  readonly tenantName: string | null
  readonly userId: string | null
  readonly fullName: string
  readonly userName: string
  readonly studyId: string | null
  readonly studyName: string | null
  readonly studyCode: string | null
  readonly siteId: string | null
  readonly siteName: string | null
  readonly softwareId: string | null
  readonly softName: string | null
  readonly roles: readonly string[]
  readonly reasons: readonly string[]
  readonly isBlind: number | null
  readonly state: string
  /** ISO 8601, UTC; null for no limit. */
  readonly accessFrom: string | null
  readonly accessUntil: string | null
  readonly since: string
  readonly grantedBy: string | null
}

/** A row of a comparison. */
export interface Compared extends Rebuilt {
  readonly change?: 'added' | 'removed' | 'changed'
  readonly before?: Pick<Rebuilt, 'roles' | 'isBlind' | 'state' | 'accessFrom' | 'accessUntil'> | null
}

/** Instant as ISO 8601; null for now. */
type Instant = string | null

/** SQL for the name of an image in a language. */
export const nameOf = (language: Language, image: string) =>
  language === 'en'
    ? sql.raw(`coalesce(nullif(${image} ->> 'nameEn', ''), ${image} ->> 'name')`)
    : sql.raw(`${image} ->> 'name'`)

/** SQL for a period that is not current at the instant. */
const outside = (from: string, until: string) =>
  sql.raw(`case
  when (${until})::timestamptz <= clock.at then 'ended'
  when (${from})::timestamptz > clock.at then 'upcoming' end`)

const blank = sql.raw(`null::text as "studyId", null::text as "studyName", null::text as "studyCode",
  null::text as "siteId", null::text as "siteName", null::text as "softwareId", null::text as "softName"`)

/** SQL for the rows of tenants at an instant, one per kind of access, person, product and site. */
function rowsAt(tenants: readonly string[], at: Instant, language: Language): RawBuilder<unknown> {
  const person = sql`nullif(p.image ->> 'userName', '')`
  return sql`
    with s as materialized (select * from access_at(${[...tenants]}::text[], ${at}::timestamptz)),
    clock as (select coalesce(${at}::timestamptz, now()) as at),
    role as materialized (select id, ${nameOf(language, 'image')} as name, image ->> 'status' <> '0' as off
      from s where kind = 'role'),
    person as materialized (select * from s where kind = 'person'),
    member as materialized (
      select s.tenant_id, s.id, s.image, p.id as user_id, ${nameOf(language, 'p.image')} as full_name,
        ${person} as user_name,
        coalesce(case when p.image ->> 'status' <> '0' then 'locked' end,
          case when s.image ->> 'enabled' <> '0' then 'disabled' end,
          ${outside(`s.image ->> 'from'`, `s.image ->> 'until'`)}, 'current') as state
      from clock, s join person p on p.tenant_id = s.tenant_id and p.id = s.image ->> 'userId'
      where s.kind = 'member'),
    granted as materialized (
      select tenant_id, id, image ->> 'linkId' as link_id,
        coalesce(image ->> 'memberId', image ->> 'invitationId') as who, image,
        case when image ? 'accepted' then image -> 'accepted'
          when image ->> 'state' <> 'refused' then image -> 'grants' end as applied
      from s where kind = 'grant'),
    authorized as materialized (
      select s.tenant_id, s.id, s.image, l.image ->> 'studyId' as study_id, l.image ->> 'productId' as product_id,
        s.image ->> 'linkId' as link_id, s.image ->> 'siteId' as site_id,
        coalesce(s.image ->> 'memberId', s.image ->> 'invitationId') as who
      from s join s l on l.tenant_id = s.tenant_id and l.kind = 'link' and l.id = s.image ->> 'linkId'
      where s.kind = 'authorization')
    select concat_ws(' ', 'system', u.id) as id, 'system' as kind, ${globalTenantId} as "givenIn",
      'user:' || u.id as "givenBy", ${globalTenantId} as "tenantId", null::text as "tenantName", u.id as "userId",
      ${nameOf(language, 'u.image')} as "fullName", u.image ->> 'userName' as "userName", ${blank}, null::int as style,
      coalesce(role.name, u.image ->> 'roleId') as "roleName", null::jsonb as applied,
      coalesce(case when u.image ->> 'status' <> '0' then 'locked' end, case when role.off then 'disabled' end,
        ${outside(`u.image ->> 'from'`, `u.image ->> 'until'`)}, 'current') as state,
      u.image ->> 'from' as "accessFrom", u.image ->> 'until' as "accessUntil", u.image ->> 'since' as since,
      null::text as "grantedBy"
    from clock, s u left join role on role.id = u.image ->> 'roleId' where u.kind = 'user'
    union all
    select concat_ws(' ', 'member', m.tenant_id, m.user_id), 'member', m.tenant_id, 'member:' || m.id, m.tenant_id,
      t.image ->> 'name', m.user_id, m.full_name, m.user_name, ${blank}, null,
      case when m.image ? 'roleFrom' or m.image ? 'roleUntil' or role.off then null else role.name end, null,
      m.state, m.image ->> 'from', m.image ->> 'until', m.image ->> 'since', null
    from member m left join s t on t.kind = 'tenant' and t.id = m.tenant_id
      left join role on role.id = m.image ->> 'roleId'
    union all
    select concat_ws(' ', 'role', m.tenant_id, m.user_id), 'role', m.tenant_id, 'member:' || m.id, m.tenant_id,
      t.image ->> 'name', m.user_id, m.full_name, m.user_name, ${blank}, null,
      role.name, null,
      coalesce(nullif(m.state, 'current'), case when role.off then 'disabled' end,
        ${outside(`m.image ->> 'roleFrom'`, `m.image ->> 'roleUntil'`)}, 'current'),
      m.image ->> 'roleFrom', m.image ->> 'roleUntil', m.image ->> 'since', null
    from clock, member m left join s t on t.kind = 'tenant' and t.id = m.tenant_id
      join role on role.id = m.image ->> 'roleId'
    where m.image ? 'roleFrom' or m.image ? 'roleUntil' or role.off
    union all
    select concat_ws(' ', 'study', a.tenant_id, coalesce(m.user_id, a.who), a.link_id, a.site_id), 'study', a.tenant_id,
      case when g.id is null then 'authorization:' || a.id else 'grant:' || g.id end, a.tenant_id, t.image ->> 'name',
      m.user_id, coalesce(m.full_name, i.image ->> 'email', ''), coalesce(m.user_name, i.image ->> 'email', ''),
      a.study_id, study.image ->> 'name', study.image ->> 'code', a.site_id, site.image ->> 'name', a.product_id,
      ${nameOf(language, 'product.image')}, (product.image ->> 'style')::int,
      null, g.applied,
      coalesce(
        case when m.id is null then case when (i.image ->> 'expiresAt')::timestamptz > clock.at
          then 'invited' else 'ended' end end,
        nullif(m.state, 'current'),
        ${outside(`a.image ->> 'from'`, `a.image ->> 'until'`)},
        case when g.id is not null and not g.image ? 'accepted' then case g.image ->> 'state'
          when 'refused' then 'refused' else 'waiting' end end, 'current'),
      a.image ->> 'from', a.image ->> 'until', a.image ->> 'since', g.image ->> 'grantedBy'
    from clock, authorized a
      left join s t on t.kind = 'tenant' and t.id = a.tenant_id
      left join member m on m.tenant_id = a.tenant_id and m.id = a.image ->> 'memberId'
      left join s i on i.kind = 'invitation' and i.tenant_id = a.tenant_id and i.id = a.image ->> 'invitationId'
      left join granted g on g.tenant_id = a.tenant_id and g.link_id = a.link_id and g.who = a.who
      left join s study on study.kind = 'study' and study.tenant_id = a.tenant_id and study.id = a.study_id
      left join s site on site.kind = 'site' and site.tenant_id = a.tenant_id and site.id = a.site_id
      left join s product on product.kind = 'product' and product.id = a.product_id`
}

/**
 * Adds the roles to rows: those of a grant apply at the row's site. This takes longer than all other columns, so it is
 * done for few rows only.
 */
const withRoles = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select r.*, roles.names as roles, roles.reasons,
    case when r.style = ${authorizationStyles.rtsm} then roles.blinding end as "isBlind"
  from (${rows}) r cross join lateral (
    select coalesce(jsonb_agg(each.name order by each.position) filter (where each.name <> ''), '[]') as names,
      coalesce(jsonb_agg(distinct each.reason) filter (where each.reason <> ''), '[]') as reasons,
      min(each.blinding) as blinding
    from (
      select 0 as position, coalesce(r."roleName", nullif(r.applied ->> 'generalRoleName', ''),
          r.applied ->> 'generalRoleId', '') as name, null::text as reason, null::int as blinding
      union all
      select min(position), coalesce(nullif(one ->> 'roleName', ''), one ->> 'roleId'), min(one ->> 'unblindingReason'),
        min((one ->> 'isBlind')::int)
      from jsonb_array_elements(r.applied -> 'roles') with ordinality as given (one, position)
      where r."siteId" is null or (r.applied ->> 'allSites')::boolean or jsonb_array_length(one -> 'siteIds') = 0
        or one -> 'siteIds' ? r."siteId"
      group by 2) each) roles`

const equals = (column: string, value: string): RawBuilder<SqlBool>[] =>
  value === '' ? [] : [sql<SqlBool>`${sql.raw(column)} = ${value}`]

/** SQL condition: a row matches the filters. */
function matches({ studyId, siteId, userId, softwareId, state, keyWord }: Filters): RawBuilder<SqlBool> {
  const conditions = [
    ...equals('r."studyId"', studyId),
    ...equals('r."userId"', userId),
    ...equals('r."softwareId"', softwareId),
    ...equals('r.state', state ?? ''),
    ...(siteId === ''
      ? []
      : [
          sql<SqlBool>`(r."siteId" = ${siteId} or r."siteId" is null
            and r."studyId" = (select study_id from study_site where id = ${siteId}))`,
        ]),
    columnsContain(['r.fullName', 'r.userName'], keyWord),
  ]
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** What two instants are compared by. Names are no part of it. */
const content = (row: string) =>
  sql.raw(`(${row}.roles, ${row}."isBlind", ${row}.state, ${row}."accessFrom", ${row}."accessUntil")`)

const contentOf = (row: string) =>
  sql.raw(`jsonb_build_object('roles', ${row}.roles, 'isBlind', ${row}."isBlind", 'state', ${row}.state,
    'accessFrom', ${row}."accessFrom", 'accessUntil', ${row}."accessUntil")`)

/** What the report asks for. */
export interface Question {
  readonly tenants: readonly string[]
  readonly at: Instant
  /** Undefined without a comparison. */
  readonly compareWith: string | undefined
  readonly language: Language
  readonly filters: Filters
  /** The reader, from whom a blinded study keeps its RTSM; undefined for the operator. */
  readonly caller: Pick<Caller, 'userId'> | undefined
  readonly limit: number
  readonly offset: number
}

/** SQL for the answer as one row: `list`, `totalCount` and `isPartial`. */
export function answering(question: Question): RawBuilder<{ answer: Answer }> {
  const { tenants, at, compareWith, language, filters, caller, limit, offset } = question
  const isOpen = caller
    ? sql`(r.style is distinct from ${authorizationStyles.rtsm} or ${isOpenTo(caller, 'r.studyId')})`
    : sql`true`
  const part = (instant: Instant) => sql`
    select r.*, ${isOpen} as is_open from (${rowsAt(tenants, instant, language)}) r where ${matches(filters)}`
  const key = sql.raw(`(r."roleName", r.applied, r.state, r."accessFrom", r."accessUntil")`)
  const isUnlikeIn = (other: string) =>
    sql`not exists (select from ${sql.raw(other)} o where o.id = r.id and o.is_open and
      (o."roleName", o.applied, o.state, o."accessFrom", o."accessUntil") is not distinct from ${key})`
  const sorted = (rows: RawBuilder<unknown>) => sql`
    select p.*, row_number() over (order by p."tenantName" nulls first, p."fullName" collate "zh-x-icu",
      p."userName", p.kind collate "C", p."studyName" collate "zh-x-icu", p."softName",
      p."siteName" collate "zh-x-icu" nulls first, p.id) as number
    from (${rows}) p order by number limit ${limit} offset ${offset}`
  const page =
    compareWith === undefined
      ? sql`shown as materialized (select * from present where is_open),
          page as materialized (${withRoles(sorted(sql`select * from shown`))})`
      : sql`later as materialized (
            ${withRoles(sql`select * from present r where is_open and ${isUnlikeIn('past')}`)}),
          earlier as materialized (
            ${withRoles(sql`select * from past r where is_open and ${isUnlikeIn('present')}`)}),
          shown as materialized (
            select r.*, case when p.id is null then 'added' else 'changed' end as change,
              case when p.id is not null then ${contentOf('p')} end as before
            from later r left join earlier p on p.id = r.id
            where p.id is null or ${content('p')} is distinct from ${content('r')}
            union all
            select p.*, 'removed', null from earlier p left join later r on r.id = p.id where r.id is null),
          page as materialized (${sorted(sql`select * from shown`)})`
  return sql<{ answer: Answer }>`
    with present as materialized (${part(at)}),
    ${compareWith === undefined ? sql`` : sql`past as materialized (${part(compareWith)}),`}
    ${page}
    select jsonb_build_object(
      'totalCount', (select count(*) from shown),
      'isPartial', exists (select from present where not is_open),
      'list', (select coalesce(jsonb_agg(to_jsonb(page) - 'is_open' - 'style' - 'applied' order by page.number), '[]')
        from page)) as answer`
}

export interface Answer {
  readonly list: readonly Compared[]
  readonly totalCount: number
  readonly isPartial: boolean
}
