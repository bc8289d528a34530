import { codes, type TrailArea } from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { inTenants } from '../../platform/crud/index.ts'
import { plannedEachTime } from '../../platform/database/pooled-connection.ts'
import { reject } from '../../platform/http/rejection.ts'
import type { Work } from '../../platform/http/work.ts'
import { isEventShownTo } from '../studies/blinding/index.ts'
import { isInArea, numbersWithin } from './areas.ts'

/** The events that a review of the trail covers. */
export interface Reviewed {
  readonly tenantId: string
  /** '' for all events of the tenant. */
  readonly studyId: string
  readonly fromBatch: number
  readonly toBatch: number
  readonly firstSequence: number
  readonly lastSequence: number
}

/** Maximum number of events that concern a study besides others, as in a search. */
const maxAmong = 10_000

/** Returns the condition on numbers with which the indexes find the events of a review, and some around them. */
export const numbersOf = ({ firstSequence, lastSequence }: Reviewed): RawBuilder<SqlBool> =>
  numbersWithin(firstSequence, lastSequence)

/** Returns the condition that an event is in the batches of a review. */
export const isCovered = ({ fromBatch, toBatch }: Reviewed): RawBuilder<SqlBool> =>
  sql<SqlBool>`audit_event.batch between ${fromBatch} and ${toBatch}`

/**
 * Finds what a review covers; undefined for ''.
 * @throws Rejection 404 if the review is not one of the caller's tenants, or has not begun
 */
export async function findReviewed(
  { trx, as }: Pick<Work<never>, 'trx' | 'as'>,
  id: string,
): Promise<Reviewed | undefined> {
  if (id === '') return undefined
  const found = await trx
    .selectFrom('trailReview')
    .select(['tenantId', 'studyId', 'fromBatch', 'toBatch', 'firstSequence', 'lastSequence'])
    .where('id', '=', id)
    .where(inTenants(as, 'trailReview.tenantId'))
    .executeTakeFirst()
  return (found && reviewedBy(found)) ?? reject(codes.notFound)
}

/** What a review covers, as stored; null before it has begun. */
type Stored = Pick<Reviewed, 'tenantId' | 'studyId' | 'fromBatch'> & {
  readonly [Limit in 'toBatch' | 'firstSequence' | 'lastSequence']: number | null
}

/** Returns what a review covers; undefined if it has not begun. */
export function reviewedBy({ toBatch, firstSequence, lastSequence, ...rest }: Stored): Reviewed | undefined {
  const { tenantId, studyId, fromBatch } = rest
  if (toBatch === null) return undefined
  const numbers = { firstSequence: firstSequence ?? 0, lastSequence: lastSequence ?? 0 }
  return { tenantId, studyId, fromBatch, toBatch, ...numbers }
}

/** Numbers of the events of an area that the caller may see. */
export interface AreaCount {
  readonly events: number
  /** Those by the caller. */
  readonly own: number
  /** Numbers of the first and the last one; null without any. */
  readonly firstSequence: number | null
  readonly lastSequence: number | null
}

/** Counts the events of areas that a review covers and the caller may see. */
export async function countAreas(
  { trx, caller }: Pick<Work<never>, 'trx' | 'caller'>,
  reviewed: Reviewed,
  areas: readonly TrailArea[],
): Promise<AreaCount[]> {
  const { tenantId, studyId } = reviewed
  const ofStudy = sql`(audit_event.study_id = ${studyId}
    or audit_event.sequence = any (array(select find_audit_events(${[studyId]}, ${maxAmong}))))`
  const { rows } = await sql<AreaCount>`
    ${sql.raw(plannedEachTime)} with covered as materialized (
      select audit_event.sequence, audit_event.actor_id,
        ${sql.join(areas.map((area, index) => sql`${isInArea(area)} as ${sql.ref(`in${index}`)}`))}
      from audit_event
      where audit_event.tenant_id = ${tenantId} and ${numbersOf(reviewed)} and ${isCovered(reviewed)}
        and ${isEventShownTo(caller)}
        ${studyId === '' ? sql`` : sql`and ${ofStudy}`}
    )
    ${sql.join(
      areas.map(
        (_, index) => sql`select ${sql.lit(index)} as position, count(*) as events,
          count(*) filter (where actor_id = ${caller.userId}) as own,
          min(sequence) as "firstSequence", max(sequence) as "lastSequence"
        from covered where ${sql.ref(`in${index}`)}`,
      ),
      sql` union all `,
    )}
    order by position`.execute(trx)
  return rows.map(({ events, own, firstSequence, lastSequence }) => ({
    ...{ events, own, firstSequence, lastSequence },
  }))
}
