import { allCalls, codes, type InspectionLook, inspectionLooks, keyAtRunTime } from '@atrium/contract'
import { sql } from 'kysely'
import { inTenants, pageOf } from '../../platform/crud/index.ts'
import type { Look } from '../../platform/http/looks.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handle } from '../../platform/http/route.ts'
import { isEventShownTo } from '../studies/blinding/index.ts'
import { filterText, namesInLook } from './filters.ts'

const calls = new Map(allCalls.map((call) => [call.path, call] as const))

/** POST /inspection/looks. */
export const looksRoute = handle(inspectionLooks, async (work) => {
  const { trx, input, as, caller, t, language } = work
  const { inspectionId, ...paging } = input
  const found = await trx
    .selectFrom('inspection')
    .select(['inspection.id', 'inspection.tenantId'])
    .where('inspection.id', '=', inspectionId)
    .where(inTenants(as, 'inspection.tenantId'))
    .executeTakeFirst()
  if (!found) return reject(codes.notFound)
  const rows = trx
    .selectFrom('auditEvent')
    .where('auditEvent.tenantId', '=', found.tenantId)
    .where('auditEvent.entity', '=', 'inspection_look')
    .where('auditEvent.entityId', '=', found.id)
    .where(isEventShownTo(caller))
  return pageOf(
    trx,
    rows,
    paging,
    (matching) =>
      matching
        .select(['auditEvent.id', 'auditEvent.at', 'auditEvent.after', 'auditEvent.address'])
        .select(
          sql<string>`coalesce((select study_name from study where study.tenant_id = audit_event.tenant_id
            and study.id = audit_event.after ->> 'study'), '')`.as('studyNames'),
        )
        .select(namesInLook(language).as('names'))
        .orderBy('auditEvent.sequence', 'desc'),
    ({ id, at, after, address, studyNames, names }): InspectionLook => {
      // `recordLook` wrote it.
      const { read, filters, count } = after as Look
      const call = calls.get(read)
      const inWords = filters.map((filter) =>
        call ? filterText(filter, call, names, { t, language }) : filter,
      )
      return {
        ...{ id, time: at.toISOString(), address, studyNames, filters: inWords.join('; '), rows: count },
        act: t(keyAtRunTime(`inspection.looks.${read}`)),
      }
    },
  )
})
