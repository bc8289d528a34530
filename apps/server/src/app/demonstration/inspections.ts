import { newSentPassword } from '../../modules/identity/users/index.ts'
import { closeInspection, openInspection } from '../../modules/inspections/index.ts'
import { recordAudit } from '../../platform/audit/index.ts'
import { asPlatform, asSystem, setRole, type Trx } from '../../platform/database/transaction.ts'
import type { Look } from '../../platform/http/looks.ts'
import type { Services } from '../../platform/http/work.ts'
import data from './data/inspections.json' with { type: 'json' }
import { daysAgo, type Ids, idOf, periodDay } from './rows.ts'
import type { AddedStudy } from './studies.ts'

/** An inspection that the tenant’s administrator opened, with what its inspector looked at. */
interface DemoInspection {
  readonly tenant: string
  readonly studies: readonly string[]
  readonly authority: string
  readonly inspectorName: string
  readonly inspectorNameEn: string
  readonly email: string
  readonly purpose: string
  readonly daysAgo: number
  readonly accessFrom: number
  readonly accessUntil: number
  readonly looks: readonly Look[]
  /** An inspection file that was made. */
  readonly file?: { readonly count: number }
  /** Whether the administrator has closed it. */
  readonly isClosed?: boolean
}

/**
 * Opens inspections. Their passwords arrive in the sandbox. Leaves out those whose study or administrator is missing.
 * Call it after the access reviews are added.
 */
export async function addInspections(
  trx: Trx,
  services: Pick<Services, 'profile' | 'outbox'>,
  rows: { readonly tenantIds: Ids; readonly studies: ReadonlyMap<string, AddedStudy>; readonly userIds: Ids },
): Promise<void> {
  const { timeZone } = services.profile
  await setRole(trx, asSystem)
  for (const { tenant, looks, file, isClosed, ...planned } of data as readonly DemoInspection[]) {
    const openedBy = rows.userIds.get(`${tenant}.admin`)
    if (openedBy === undefined) continue
    const tenantId = idOf(rows.tenantIds, tenant)
    const studyId = (code: string): string => rows.studies.get(code)?.id ?? ''
    const { authority, inspectorName, email, purpose } = planned
    const opening = {
      ...{ tenantId, studyIds: planned.studies.map(studyId), authority, inspectorName, email, purpose },
      accessFrom: periodDay(timeZone, planned.accessFrom),
      accessUntil: periodDay(timeZone, planned.accessUntil),
      ...{ unblindingReason: '', language: 'zh' as const, openedBy },
    }
    const { inspection, userName } = await openInspection(trx, services, opening, await newSentPassword())
    await trx
      .updateTable('inspection')
      .set({ createdAt: daysAgo(planned.daysAgo) })
      .where('tenantId', '=', tenantId)
      .where('id', '=', inspection.id)
      .execute()
    await trx
      .updateTable('appUser')
      .set({ fullNameEn: planned.inspectorNameEn, createdAt: daysAgo(planned.daysAgo) })
      .where('id', '=', inspection.userId)
      .execute()
    for (const look of looks)
      await recordAudit(trx, {
        ...{ actorId: inspection.userId, actorName: userName, tenantId, call: 'inspection:look' },
        ...{ entity: 'inspection_look', entityId: inspection.id, address: '203.0.113.24' },
        after: { ...look, study: studyId(look.study) },
      })
    if (file)
      await recordAudit(trx, {
        ...{ actorId: openedBy, actorName: `${tenant}.admin`, tenantId, call: '/inspection/file' },
        ...{ entity: 'inspection_file', entityId: '' },
        after: {
          ...file,
          inspectionId: inspection.id,
          authority,
          startTime: '',
          endTime: '',
          isUnblinded: false,
        },
      })
    if (isClosed) await closeInspection(trx, inspection, openedBy)
  }
  await setRole(trx, asPlatform)
}
