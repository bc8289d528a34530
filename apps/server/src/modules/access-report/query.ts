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
  /** Key of the image, in the tenant, whose last change gave the access. */
  readonly givenBy: string
  readonly tenantId: string
  readonly tenantName: string | null
  readonly userId: string | null
  /** Id of a pending invitation; null for any other row. */
  readonly invitationId: string | null
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

/** SQL for the time of an instant. */
const timeOf = (at: Instant): RawBuilder<Date> =>
  at === null ? sql<Date>`now()` : sql<Date>`${at}::timestamptz`

/** SQL for the state that a period gives at an instant, unless it is current. */
const outside = (at: Instant, from: string, until: string) => sql`case
  when (${sql.raw(until)})::timestamptz <= ${timeOf(at)} then 'ended'
  when (${sql.raw(from)})::timestamptz > ${timeOf(at)} then 'upcoming' end`

/** SQL for the columns that only study authorizations have. */
const blank = sql.raw(`null::text as "studyId", null::text as "siteId", null::text as "softwareId",
  null::text as "grantId", false as "isRtsm", null::text as "invitationId"`)

/** SQL for a row that another one joins for its name. */
const named = (
  images: RawBuilder<unknown>,
  kind: string,
  condition: string,
) => sql`left join ${images} ${sql.id(kind)}
  on ${sql.id(kind)}.kind = ${kind} and ${sql.raw(condition)}`

/**
 * SQL for the rows of the report, one per kind of access, person, product and site, without the names that only shown
 * rows need.
 * @param images the images at the instant, as from `access_at`
 * @param isAsked returns the condition that somebody's rows are asked for: a member, an invitation or an account
 */
function rowsOf(
  images: RawBuilder<unknown>,
  at: Instant,
  language: Language,
  isAsked: (tenant: string, who: string) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    with role as materialized (
      select id, ${nameOf(language, 'image')} as name, image ->> 'status' <> '0' as off
      from ${images} where kind = 'role'),
    member as materialized (
      select m.tenant_id, m.id, p.id as user_id, ${nameOf(language, 'p.image')} as full_name,
        coalesce(p.image ->> 'userName', '') as user_name, m.image ->> 'from' as starts, m.image ->> 'until' as ends,
        m.image ->> 'roleFrom' as role_starts, m.image ->> 'roleUntil' as role_ends,
        m.image ->> 'roleId' as role_id, m.image ->> 'since' as since,
        coalesce(case when p.image ->> 'status' <> '0' then 'locked' end,
          case when m.image ->> 'enabled' <> '0' then 'disabled' end,
          ${outside(at, `m.image ->> 'from'`, `m.image ->> 'until'`)}, 'current') as state
      from ${images} m join ${images} p on p.kind = 'person' and p.tenant_id = m.tenant_id and p.id = m.image ->> 'userId'
      where m.kind = 'member' and ${isAsked('m.tenant_id', 'm.id')}),
    given as materialized (
      select tenant_id, id, image ->> 'linkId' as link_id,
        coalesce(image ->> 'memberId', image ->> 'invitationId') as who,
        case when not image ? 'accepted' then image ->> 'state' end as pending
      from ${images} where kind = 'grant'),
    authorized as materialized (
      select a.tenant_id, a.id, a.image ->> 'linkId' as link_id, a.image ->> 'siteId' as site_id,
        a.image ->> 'memberId' as member_id, a.image ->> 'invitationId' as invitation_id,
        a.image ->> 'from' as starts, a.image ->> 'until' as ends, a.image ->> 'since' as since,
        case when a.image ? 'untrainedSince' then 'training' end as untrained
      from ${images} a where a.kind = 'authorization'
        and ${isAsked('a.tenant_id', `coalesce(a.image ->> 'memberId', a.image ->> 'invitationId')`)}),
    link as materialized (
      select l.tenant_id, l.id, l.image ->> 'studyId' as study_id, l.image ->> 'productId' as product_id,
        coalesce(p.image ->> 'style' = ${sql.lit(String(authorizationStyles.rtsm))}, false) as is_rtsm
      from ${images} l left join ${images} p on p.kind = 'product' and p.id = l.image ->> 'productId'
      where l.kind = 'link')
    select concat_ws(' ', 'system', u.id) as id, 'system' as kind, ${globalTenantId} as "tenantId",
      'user:' || u.id as "givenBy", u.id as "userId", ${nameOf(language, 'u.image')} as "fullName",
      u.image ->> 'userName' as "userName", ${blank}, coalesce(role.name, u.image ->> 'roleId') as "roleName",
      coalesce(case when u.image ->> 'status' <> '0' then 'locked' end, case when role.off then 'disabled' end,
        ${outside(at, `u.image ->> 'from'`, `u.image ->> 'until'`)}, 'current') as state,
      u.image ->> 'from' as "accessFrom", u.image ->> 'until' as "accessUntil", u.image ->> 'since' as since
    from ${images} u left join role on role.id = u.image ->> 'roleId'
    where u.kind = 'user' and ${isAsked(`'0'`, 'u.id')}
    union all
    select concat_ws(' ', 'member', m.tenant_id, m.user_id), 'member', m.tenant_id, 'member:' || m.id,
      m.user_id, m.full_name, m.user_name, ${blank},
      case when m.role_starts is null and m.role_ends is null and not role.off then role.name end,
      m.state, m.starts, m.ends, m.since
    from member m left join role on role.id = m.role_id
    union all
    select concat_ws(' ', 'role', m.tenant_id, m.user_id), 'role', m.tenant_id, 'member:' || m.id,
      m.user_id, m.full_name, m.user_name, ${blank}, role.name,
      coalesce(nullif(m.state, 'current'), case when role.off then 'disabled' end,
        ${outside(at, 'm.role_starts', 'm.role_ends')}, 'current'),
      m.role_starts, m.role_ends, m.since
    from member m join role on role.id = m.role_id
    where m.role_starts is not null or m.role_ends is not null or role.off
    union all
    select concat_ws(' ', 'study', a.tenant_id, coalesce(m.user_id, a.member_id, a.invitation_id), a.link_id, a.site_id),
      'study', a.tenant_id, case when g.id is null then 'authorization:' || a.id else 'grant:' || g.id end,
      m.user_id, coalesce(m.full_name, i.image ->> 'email', ''), coalesce(m.user_name, i.image ->> 'email', ''),
      link.study_id, a.site_id, link.product_id, g.id, link.is_rtsm,
      case when m.user_id is null then a.invitation_id end, null,
      coalesce(
        case when m.id is null then case when (i.image ->> 'expiresAt')::timestamptz > ${timeOf(at)}
          then 'invited' else 'ended' end end,
        nullif(m.state, 'current'), ${outside(at, 'a.starts', 'a.ends')}, a.untrained,
        case when g.pending = 'refused' then 'refused' when g.pending is not null then 'waiting' end, 'current'),
      a.starts, a.ends, a.since
    from authorized a join link on link.tenant_id = a.tenant_id and link.id = a.link_id
      left join member m on m.tenant_id = a.tenant_id and m.id = a.member_id
      left join ${images} i on i.kind = 'invitation' and i.tenant_id = a.tenant_id and i.id = a.invitation_id
      left join given g on g.tenant_id = a.tenant_id and g.link_id = a.link_id
        and g.who = coalesce(a.member_id, a.invitation_id)`
}

/** SQL for the grants that apply: the accepted ones, else the pending ones. */
const applied = sql`case when "grant".image ? 'accepted' then "grant".image -> 'accepted'
  when "grant".image ->> 'state' <> 'refused' then "grant".image -> 'grants' end`

/** SQL that adds the roles to rows: those of a grant apply at the row's site. This takes long, so it is for few rows. */
const withRoles = (rows: RawBuilder<unknown>, images: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select r.*, "grant".image ->> 'grantedBy' as "grantedBy", roles.names as roles, roles.reasons,
    case when r."isRtsm" then roles.blinding end as "isBlind"
  from (${rows}) r
  ${named(images, 'grant', '"grant".tenant_id = r."tenantId" and "grant".id = r."grantId"')}
  cross join lateral (select ${applied} as applied) g
  cross join lateral (
    select coalesce(jsonb_agg(each.name order by each.position) filter (where each.name <> ''), '[]') as names,
      coalesce(jsonb_agg(distinct each.reason) filter (where each.reason <> ''), '[]') as reasons,
      min(each.blinding) as blinding
    from (
      select 0 as position, coalesce(r."roleName", nullif(g.applied ->> 'generalRoleName', ''),
          g.applied ->> 'generalRoleId', '') as name, null::text as reason, null::int as blinding
      union all
      select min(position), coalesce(nullif(one ->> 'roleName', ''), one ->> 'roleId'), min(one ->> 'unblindingReason'),
        min((one ->> 'isBlind')::int)
      from jsonb_array_elements(g.applied -> 'roles') with ordinality as given (one, position)
      where r."siteId" is null or (g.applied ->> 'allSites')::boolean or jsonb_array_length(one -> 'siteIds') = 0
        or one -> 'siteIds' ? r."siteId"
      group by 2) each) roles`

/** SQL that adds the names of tenant, study, site and product to rows. */
const withNames = (rows: RawBuilder<unknown>, images: RawBuilder<unknown>, language: Language) => sql`
  select r.*, tenant.image ->> 'name' as "tenantName", study.image ->> 'name' as "studyName",
    study.image ->> 'code' as "studyCode", site.image ->> 'name' as "siteName",
    ${nameOf(language, 'product.image')} as "softName"
  from (${rows}) r
  ${named(images, 'tenant', 'tenant.id = r."tenantId"')}
  ${named(images, 'study', 'study.tenant_id = r."tenantId" and study.id = r."studyId"')}
  ${named(images, 'site', 'site.tenant_id = r."tenantId" and site.id = r."siteId"')}
  ${named(images, 'product', 'product.id = r."softwareId"')}`

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
  readonly caller: Pick<Caller, 'userId' | 'inspection'> | undefined
  readonly limit: number
  readonly offset: number
}

const now = sql.raw('now_images')
const then = sql.raw('then_images')

/** Fields of images that are the beginnings and ends of periods. */
const periodFields = ['from', 'until', 'roleFrom', 'roleUntil', 'expiresAt']

/** SQL for those whose access may differ: their images do, or a period of theirs begins or ends between the instants. */
const affectedBetween = (at: Instant, earlier: string) => sql`
  changed as materialized (
    select p.tenant_id, p.kind, p.id, coalesce(p.image, p.former) as image, p.former from pairs p
    where p.image is distinct from p.former
      or p.kind in ('member', 'authorization', 'invitation', 'user') and (${sql.join(
        periodFields.map(
          (field) => sql`p.image ->> ${sql.lit(field)} > (select access_time(${earlier}::timestamptz))
            and p.image ->> ${sql.lit(field)} <= (select access_time(${timeOf(at)}))`,
        ),
        sql` or `,
      )})),
  for_all as materialized (select exists (select from changed where kind in ('role', 'product', 'link')) as for_all),
  affected as materialized (
    select tenant_id, id as who from changed where kind in ('member', 'invitation', 'user')
    union select tenant_id, coalesce(image ->> 'memberId', image ->> 'invitationId') from changed
      where kind in ('authorization', 'grant')
    union select m.tenant_id, m.id from pairs m join changed c on c.kind = 'person' and c.tenant_id = m.tenant_id
        and c.id = coalesce(m.image, m.former) ->> 'userId'
      where m.kind = 'member')`

const isAffected = (tenant: string, who: string) => sql`((select for_all from for_all)
  or (${sql.raw(tenant)}, ${sql.raw(who)}) in (select tenant_id, who from affected))`

/** SQL for the rows that differ between two instants, as `shown`. */
const differences = sql`
  altered as materialized (
    select p.tenant_id, p.id from pairs p where p.kind = 'grant' and p.image <> p.former),
  differing as materialized (
    select n.id from now_rows n left join then_rows t on t.id = n.id
      left join altered on altered.tenant_id = n."tenantId" and altered.id = n."grantId"
    where altered.id is not null
      or (n."roleName", n.state, n."accessFrom", n."accessUntil", n."grantId")
        is distinct from (t."roleName", t.state, t."accessFrom", t."accessUntil", t."grantId")
    union select t.id from then_rows t where not exists (select from now_rows n where n.id = t.id)),
  later as materialized (
    ${withRoles(sql`select * from now_rows r where r.id in (select id from differing)`, now)}),
  earlier as materialized (
    ${withRoles(sql`select * from then_rows r where r.id in (select id from differing)`, then)}),
  shown as materialized (
    select r.*, case when p.id is null then 'added' else 'changed' end as change,
      case when p.id is not null then ${contentOf('p')} end as before
    from later r left join earlier p on p.id = r.id
    where p.id is null or ${content('p')} is distinct from ${content('r')}
    union all
    select p.*, 'removed', null from earlier p left join later r on r.id = p.id where r.id is null)`

/** SQL for an image with the pseudonym of a person who has one by now, whatever their name was then. */
const maskedImage = (image: string) => sql.raw(`i.${image} || coalesce(p.image, '{}') as ${image}`)

const pseudonyms = sql.raw('left join pseudonym_images() p on p.kind = i.kind and p.id = i.id')

/**
 * SQL for the answer as one row: `list` and `totalCount`. People are sorted and counted first, so that only the rows of
 * a page get their names.
 */
export function answering(question: Question): RawBuilder<{ answer: Answer }> {
  const { tenants, at, compareWith, language, filters, caller, limit, offset } = question
  const isShown = caller ? sql`(not r."isRtsm" or ${isOpenTo(caller, 'r.studyId')})` : sql`true`
  const { inspection } = caller ?? {}
  const isOpen = inspection
    ? sql`(${isShown} and r."studyId" = any(${[...inspection.studyIds]}::text[]))`
    : isShown
  const imagesAt = (instant: Instant) =>
    sql`select i.tenant_id, i.kind, i.id, ${maskedImage('image')}
      from access_at(${[...tenants]}::text[], ${instant}::timestamptz) i ${pseudonyms}`
  const rowsAt = (images: RawBuilder<unknown>, instant: Instant, isAsked: typeof isAffected) =>
    sql`select r.* from (${rowsOf(images, instant, language, isAsked)}) r where ${matches(filters)} and ${isOpen}`
  const found =
    compareWith === undefined
      ? sql`${now} as materialized (${imagesAt(at)}),
          now_rows as materialized (${rowsAt(now, at, () => sql`true`)}),
          shown as materialized (select * from now_rows)`
      : sql`pairs as materialized (
            select i.tenant_id, i.kind, i.id, ${maskedImage('image')}, ${maskedImage('former')}
            from access_between(${[...tenants]}::text[], ${at}::timestamptz, ${compareWith}::timestamptz) i ${pseudonyms}),
          ${affectedBetween(at, compareWith)},
          ${now} as materialized (select tenant_id, kind, id, image from pairs where image is not null),
          ${then} as materialized (select tenant_id, kind, id, former as image from pairs where former is not null),
          now_rows as materialized (${rowsAt(now, at, isAffected)}),
          then_rows as materialized (${rowsAt(then, compareWith, isAffected)}), ${differences}`
  const isPast = compareWith === undefined ? sql`false` : sql`change = 'removed'`
  const inNow = sql`select * from chosen where not ${isPast}`
  const rowsWithNames =
    compareWith === undefined
      ? withNames(withRoles(inNow, now), now, language)
      : sql`${withNames(inNow, now, language)} union all
          ${withNames(sql`select * from chosen where ${isPast}`, then, language)}`
  return sql<{ answer: Answer }>`
    with ${found},
    people as materialized (
      select p.*, sum(p.count) over (order by tenant.image ->> 'name' nulls first, p."tenantId",
        p."fullName" collate "zh-x-icu", p."userName" rows unbounded preceding) - p.count as before_them
      from (select "tenantId", "fullName", "userName", count(*) as count from shown group by 1, 2, 3) p
        ${named(now, 'tenant', 'tenant.id = p."tenantId"')}),
    chosen as materialized (
      select shown.*, people.before_them
      from people join shown using ("tenantId", "fullName", "userName")
      where people.before_them < ${offset}::bigint + ${limit}::bigint and people.before_them + people.count > ${offset}::bigint),
    numbered as materialized (
      select r.*, before_them + row_number() over (partition by before_them order by kind collate "C",
        "studyName" collate "zh-x-icu", "softName", "siteName" collate "zh-x-icu" nulls first, id) as number
      from (${rowsWithNames}) r)
    select jsonb_build_object(
      'totalCount', (select count(*) from shown),
      'list', (select coalesce(jsonb_agg(to_jsonb(r) - 'isRtsm' - 'grantId' - 'before_them' order by r.number), '[]')
        from numbered r
        where r.number > ${offset}::bigint and r.number <= ${offset}::bigint + ${limit}::bigint)) as answer`
}

export interface Answer {
  readonly list: readonly Compared[]
  readonly totalCount: number
}
