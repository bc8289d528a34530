import { codes, globalTenantId, type InspectionState, inspectionList, ownInspection } from '@atrium/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { checkReadable, pageOf } from '../../platform/crud/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { columnsContain } from '../../platform/database/search.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handle } from '../../platform/http/route.ts'
import { daysIn } from '../access/index.ts'
import { readBlindedStudies } from '../studies/blinding/index.ts'

const state = sql<InspectionState>`case
  when closed_by is not null then 'closed'
  when access_until <= now() then 'ended'
  when access_from > now() then 'upcoming'
  else 'current' end`

/** Adds what inspectors and administrators see. */
const withScope = (rows: SelectQueryBuilder<Database, 'inspection', object>) =>
  rows
    .select(['inspection.id', 'inspection.tenantId', 'authority', 'inspectorName', 'purpose', 'studyIds'])
    .select(['inspection.accessFrom', 'inspection.accessUntil', 'unblinding', state.as('state')])
    .select((eb) => [
      eb
        .selectFrom('tenant')
        .select('tenantName')
        .whereRef('tenant.id', '=', 'inspection.tenantId')
        .as('tenantName'),
      jsonArrayFrom(
        eb
          .selectFrom('study')
          .select(['study.id', 'study.studyName as name', 'study.studyCode as code'])
          .whereRef('study.tenantId', '=', 'inspection.tenantId')
          .where(sql<boolean>`study.id = any(inspection.study_ids)`)
          .orderBy('study.studyCode'),
      ).as('studies'),
    ])

const shown = (instant: Date | null): string => instant?.toISOString() ?? ''

type ScopeRow = Awaited<ReturnType<ReturnType<typeof withScope>['execute']>>[number]

/** Returns the days of an inspection, and its other facts as they are. */
function scopeOf({ accessFrom, accessUntil, studyIds: _, studies, ...scope }: ScopeRow, timeZone: string) {
  const days = daysIn(timeZone).period({ from: accessFrom, until: accessUntil })
  return {
    ...scope,
    ...{ tenantName: scope.tenantName ?? '', accessFrom: days.from, accessUntil: days.until },
    studies: studies.map(({ id, name, code }) => ({ id, studyName: name, studyCode: code })),
  }
}

/** POST /inspection/list. */
export const listRoute = handle(inspectionList, async (work) => {
  const { trx, input, caller, services } = work
  const { tenantId, state: wanted, keyWord, ...paging } = input
  if (tenantId === globalTenantId) reject(codes.notFound)
  await checkReadable(work, tenantId)
  const blinded = await readBlindedStudies(trx, caller.userId)
  const rows = trx
    .selectFrom('inspection')
    .where('inspection.tenantId', '=', tenantId)
    .where(columnsContain(['inspection.authority', 'inspection.inspectorName'], keyWord))
    .$if(wanted !== undefined, (query) => query.where(state, '=', wanted ?? 'current'))
  return pageOf(
    trx,
    rows,
    paging,
    (matching) =>
      withScope(matching)
        .select(['inspection.email', 'unblindingReason', 'deciderName', 'decidedAt', 'openedBy'])
        .select(['openerName', 'inspection.createdAt', 'closerName', 'closedAt'])
        .select((eb) => [
          eb
            .selectFrom('appUser')
            .select('userName')
            .whereRef('appUser.id', '=', 'inspection.userId')
            .as('userName'),
          eb
            .selectFrom('auditEvent')
            .select('at')
            .where('entity', '=', 'inspection_look')
            .whereRef('entityId', '=', 'inspection.id')
            .whereRef('auditEvent.tenantId', '=', 'inspection.tenantId')
            .orderBy('sequence', 'desc')
            .limit(1)
            .as('lastLook'),
        ])
        .orderBy('inspection.createdAt', 'desc')
        .orderBy('inspection.id', 'desc'),
    ({ email, userName, openedBy, decidedAt, createdAt, closedAt, lastLook, ...row }) => ({
      ...scopeOf(row, services.profile.timeZone),
      ...{ email, userName: userName ?? '', unblindingReason: row.unblindingReason },
      ...{ deciderName: row.deciderName, decideTime: shown(decidedAt) },
      ...{ openerName: row.openerName, openTime: shown(createdAt) },
      ...{ closerName: row.closerName, closeTime: shown(closedAt), lastLook: shown(lastLook) },
      mayDecide:
        row.unblinding === 'requested' &&
        closedAt === null &&
        openedBy !== caller.userId &&
        !row.studyIds.some((study) => blinded.includes(study)),
    }),
  )
})

/** POST /inspection/own. */
export const ownRoute = handle(ownInspection, async ({ trx, caller, services }) => {
  const { inspection } = caller
  if (!inspection) return null
  const rows = trx
    .selectFrom('inspection')
    .where('inspection.tenantId', '=', inspection.tenantId)
    .where('inspection.id', '=', inspection.id)
  return scopeOf(await withScope(rows).executeTakeFirstOrThrow(), services.profile.timeZone)
})
