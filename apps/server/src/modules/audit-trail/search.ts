import { type auditList, codes, exactSearchLimit, type ListTotal, type RequestOf } from '@atrium/contract'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { inPeriod, inTenantsAsked, limitsOf } from '../../platform/crud/index.ts'
import { largePlan } from '../../platform/database/pooled-connection.ts'
import type { AuditEventTable } from '../../platform/database/tables/audit.ts'
import { planningOnce, type RunAs } from '../../platform/database/transaction.ts'
import { reject } from '../../platform/http/rejection.ts'
import type { Work } from '../../platform/http/work.ts'
import { isEventShownTo } from '../studies/blinding/index.ts'
import { type AreaSearch, numbersWithin, searchOfArea } from './areas.ts'
import { findReviewed, isCovered, numbersOf, type Reviewed } from './reviewed.ts'

/** An event as stored. */
export type EventRow = Selectable<AuditEventTable>

/** Filters of the trail, as in the contract; '' for any. */
export type Filters = Omit<RequestOf<typeof auditList>, 'limit' | 'page' | 'before'>

/** Required parts of a call's `Work`. */
export type Asking = Pick<Work<never>, 'trx' | 'as' | 'caller' | 'services'>

type Condition = RawBuilder<SqlBool>

/** Maximum number of events that one search reads, so that even a search for what is nowhere ends soon. */
const maxRead = 10_000

const equals = (column: string, value: string): Condition =>
  sql<SqlBool>`${sql.ref(`audit_event.${column}`)} = ${value}`

const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`

/** Returns the condition in a form for which PostgreSQL uses no index: it checks each row. */
const rowByRow = (condition: Condition): Condition =>
  sql<SqlBool>`case when ${condition} then true else false end`

/**
 * Returns the id of the tenant to which a session is confined, or '' if it is confined to several or none. With that id,
 * a search uses the indexes of one tenant's events.
 */
const onlyTenant = ({ role, tenants: [only = '', ...others] }: RunAs): string =>
  role === 'atrium_tenant' && others.length === 0 ? only : ''

/** A condition for which an index has the matching events in order. */
interface Source {
  readonly condition: Condition
  /** The condition for an event that is read anyway, if that is another one. */
  readonly ofRow?: Condition
}

/** Filters as conditions. */
interface Searched {
  /** An event must match one of them, if there are any. */
  readonly sources: readonly Source[]
  /** Further conditions, which are checked row by row. */
  readonly others: readonly Condition[]
}

/**
 * Returns the filters as conditions. The source is the filter that few events are expected to match.
 * @param area area of a review, as conditions on the kind, or as others
 */
function searchedBy(
  { tenantId, actorId, studyId, entity, entityId, call, requestId }: Filters,
  area: AreaSearch,
): Searched {
  const tenant = tenantId === '' ? [] : [equals('tenant_id', tenantId)]
  const ofTenant = tenant.map(rowByRow)
  const inOrder = (...conditions: Condition[]): Source => ({ condition: all(conditions) })
  const numbered = (numbers: RawBuilder<unknown>): Source =>
    inOrder(sql<SqlBool>`audit_event.sequence = any (array(select ${numbers}))`, ...ofTenant)
  const among = (id: string): Source => ({
    ...numbered(sql`find_audit_events(${[id]}, ${maxRead})`),
    ofRow: sql<SqlBool>`audit_event.subjects @> ${[id]}::text[]`,
  })
  const filters: (readonly Source[])[] = []
  if (requestId !== '') {
    const [own = ''] = requestId.split(' ')
    filters.push([numbered(sql`find_audit_events_of_request(${own}, ${maxRead})`)])
  }
  if (entityId !== '')
    filters.push([
      inOrder(equals('entity', entity), equals('entity_id', entityId), ...ofTenant),
      among(entityId),
    ])
  if (studyId !== '') filters.push([inOrder(...tenant, equals('study_id', studyId)), among(studyId)])
  if (actorId !== '') filters.push([inOrder(...tenant, equals('actor_id', actorId))])
  if (call !== '') filters.push([inOrder(...tenant, equals('call', call))])
  if (entity !== '' && entityId === '') filters.push([inOrder(...tenant, equals('entity', entity))])
  if (area.entities.length > 0)
    filters.push(area.entities.map((kind) => inOrder(...tenant, equals('entity', kind))))
  // The conditions above contain the tenant.
  if (filters.length === 0 && tenant.length > 0) filters.push([inOrder(...tenant)])
  const [sources = [], ...rest] = filters
  return {
    sources,
    others: [
      ...rest.map(
        (either) =>
          sql<SqlBool>`(${sql.join(
            either.map(({ condition, ofRow = condition }) => ofRow),
            sql` or `,
          )})`,
      ),
      ...area.others,
    ],
  }
}

/**
 * Returns the condition on the numbers of events that a period of time gives, which the indexes can use. The numbers are
 * read first: with subqueries in their place, PostgreSQL would expect few events and sort all of a busy study.
 */
async function withinNumbers({ trx }: Asking, period: Filters, zone: string): Promise<Condition> {
  if (period.startTime === '' && period.endTime === '') return sql<SqlBool>`true`
  const { from = '-infinity', beyond = 'infinity' } = limitsOf(period, zone)
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select first, last from audit_numbers_within(${from}, ${beyond})`.execute(trx)
  const { first = null, last = null } = rows[0] ?? {}
  if (first === null || last === null) return sql<SqlBool>`false`
  return numbersWithin(first, last)
}

/** Returns the condition that an event is older than another one, which the caller must be able to see. */
async function olderThan({ trx }: Asking, scope: Condition, id: string): Promise<Condition> {
  if (id === '') return sql<SqlBool>`true`
  const { rows } = await sql<{ sequence: number }>`
    select sequence from audit_event where id = ${id} and ${scope}`.execute(trx)
  const [found] = rows
  if (!found) reject(codes.notFound)
  return sql<SqlBool>`audit_event.sequence < ${found.sequence}`
}

/** Returns the filters that limit a search to the events that a review covers. */
const withinReview = (asked: Filters, { tenantId, studyId }: Reviewed): Filters => ({
  ...asked,
  ...{ tenantId: asked.tenantId || tenantId, studyId: asked.studyId || studyId },
})

/** Returns whether the filters are about the tenant and the study of a review. */
const isOfReview = (filters: Filters, { tenantId, studyId }: Reviewed): boolean =>
  filters.tenantId === tenantId && (studyId === '' || filters.studyId === studyId)

/** Result of a search. */
export interface Found extends ListTotal {
  readonly list: readonly EventRow[]
  /** The oldest event that was read, if the search ended before the beginning of the trail. */
  readonly searchedTo: Pick<EventRow, 'id' | 'at'> | undefined
}

interface Part {
  readonly limit: number
  readonly offset: number
  /** Id of an event: only earlier ones are searched. */
  readonly before: string
}

interface Read {
  readonly total: number
  readonly ids: readonly string[]
  readonly read: number
  readonly lastId: string | null
  readonly lastAt: Date | null
}

/**
 * Searches the trail, newest events first. At most `maxRead` events are read; if more may match, `searchedTo` is the
 * oldest of them, and the search continues before it.
 * @throws Rejection 404 if the tenant, the review or the event `before` is out of the caller's reach
 */
export const searchTrail = (asking: Asking, asked: Filters, part: Part): Promise<Found> =>
  planningOnce(asking.trx, () => search(asking, asked, part))

async function search(asking: Asking, asked: Filters, part: Part): Promise<Found> {
  const { trx, caller, services } = asking
  const reviewed = await findReviewed(asking, asked.reviewId)
  const filters = reviewed ? withinReview(asked, reviewed) : asked
  const zone = services.profile.timeZone
  const reach = await inTenantsAsked(asking, 'audit_event.tenant_id', filters.tenantId, 'once')
  const scope = all([reach, isEventShownTo(caller)])
  const { sources, others } = searchedBy(
    { ...filters, tenantId: filters.tenantId || onlyTenant(asking.as) },
    searchOfArea(filters.area),
  )
  const numbers = all([
    await withinNumbers(asking, filters, zone),
    await olderThan(asking, scope, part.before),
    ...(reviewed ? [numbersOf(reviewed)] : []),
  ])
  const within = all([
    scope,
    inPeriod('audit_event.at', filters, zone),
    ...(reviewed ? [isCovered(reviewed), sql<SqlBool>`${isOfReview(filters, reviewed)}::boolean`] : []),
  ])
  const wanted = Math.max(exactSearchLimit, part.offset + part.limit) + 1
  const max = others.length === 0 ? Math.min(wanted, maxRead) : maxRead
  const anyEvent: Source = { condition: sql<SqlBool>`true` }
  // The offset keeps PostgreSQL from moving the conditions of `within` into the subquery. There it would copy them for each
  // month, and might choose another index. It reads the subquery only until the limit is reached.
  const reads = (sources.length > 0 ? sources : [anyEvent]).map(
    ({ condition }) => sql`(select * from audit_event where ${condition} and ${numbers}
      order by audit_event.sequence desc offset 0)`,
  )
  const { rows } = await sql<Read>`
    ${sql.raw(largePlan)} with read as materialized (
      select distinct on (sequence) sequence, id, at, ${all(others)} as matches
      from (${sql.join(reads, sql` union all `)}) as audit_event
      where ${within}
      order by sequence desc limit ${max}
    ), last as (select id, at from read order by sequence limit 1)
    select (select count(*) from read where matches) as total, (select count(*) from read) as read,
      array(select id from read where matches order by sequence desc
        limit ${part.limit} offset ${part.offset}) as ids,
      (select id from last) as "lastId", (select at from last) as "lastAt"`.execute(trx)
  const { total, ids, read, lastId, lastAt } = rows[0] ?? {
    total: 0,
    ids: [],
    read: 0,
    lastId: null,
    lastAt: null,
  }
  const endedEarly = read === max && total < wanted
  const inOrder = ids.toSorted()
  const list = await trx
    .selectFrom('auditEvent')
    .selectAll('auditEvent')
    .where('auditEvent.id', '=', sql<string>`any(${[...ids]})`)
    // These limits tell PostgreSQL which months to read. The array of ids does not, if the plan is for any values.
    .where('auditEvent.id', '>=', inOrder.at(0) ?? '')
    .where('auditEvent.id', '<=', inOrder.at(-1) ?? '')
    .where(reach)
    .execute()
  return {
    list: list.toSorted((one, other) => other.sequence - one.sequence),
    totalCount: Math.min(total, wanted),
    ...((total >= wanted || endedEarly) && { totalExceeded: true }),
    searchedTo: endedEarly && lastId !== null && lastAt !== null ? { id: lastId, at: lastAt } : undefined,
  }
}

/** Number of events that an export reads at once. */
const chunk = 500

/** Returns all matching events in chunks, newest first. */
export async function* eventsOf(
  asking: Asking,
  filters: Filters,
): AsyncGenerator<readonly EventRow[], void, undefined> {
  let before = ''
  for (;;) {
    const { list, searchedTo } = await searchTrail(asking, filters, { limit: chunk, offset: 0, before })
    if (list.length > 0) yield list
    const last = list.length === chunk ? list.at(-1) : searchedTo
    if (!last) return
    before = last.id
  }
}
