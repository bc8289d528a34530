import { codes, inspectionClose } from '@atrium/contract'
import { type Selectable, sql } from 'kysely'
import { recordAudit } from '../../platform/audit/index.ts'
import { endSessions } from '../../platform/caller/sessions.ts'
import { inTenants } from '../../platform/crud/index.ts'
import type { InspectionTable } from '../../platform/database/tables/inspections.ts'
import { asSystem, asTenants, inTransaction, type Trx } from '../../platform/database/transaction.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handleOwn } from '../../platform/http/route.ts'
import type { Services, Work } from '../../platform/http/work.ts'
import { fullNameOf } from '../identity/identifiers/index.ts'

export type InspectionRow = Selectable<InspectionTable>

/**
 * Returns and locks an open inspection of the caller’s tenants.
 * @throws Rejection 404 if there is none, 409 if it is closed
 */
export async function inspectionForUpdate(
  { trx, as }: Pick<Work<never>, 'trx' | 'as'>,
  id: string,
): Promise<InspectionRow> {
  const found = await trx
    .selectFrom('inspection')
    .selectAll()
    .where('id', '=', id)
    .where(inTenants(as, 'inspection.tenantId'))
    .forUpdate()
    .executeTakeFirst()
  if (!found) return reject(codes.notFound)
  if (found.closedAt !== null) reject(codes.conflict, 'inspection.refusal.over')
  return found
}

/** Changes an inspection that is locked. */
export const changeInspection = (
  trx: Trx,
  { tenantId, id }: Pick<InspectionRow, 'tenantId' | 'id'>,
  values: Partial<InspectionRow>,
): Promise<InspectionRow> =>
  trx
    .updateTable('inspection')
    .set({ ...values, rowVersion: sql<number>`row_version + 1`, updatedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Locks an inspector’s account and ends its sessions. */
async function lockAccount(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('appUser')
    .set({ status: '1', rowVersion: sql<number>`row_version + 1`, updatedAt: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute()
  await endSessions(trx, userId, 'administrator')
}

/** Closes an inspection that is locked, for a user. @returns it as it is then */
export async function closeInspection(
  trx: Trx,
  open: InspectionRow,
  closedBy: string,
): Promise<InspectionRow> {
  await lockAccount(trx, open.userId)
  const closerName = await fullNameOf(trx, closedBy)
  return changeInspection(trx, open, { closedAt: new Date(), closedBy, closerName })
}

/** POST /inspection/close. */
export const closeRoute = handleOwn(inspectionClose, async (work) => {
  const { input, as, caller, asCaller, system, requireReason } = work
  const { tenantId } = await asCaller(async (trx) => {
    const found = await inspectionForUpdate({ trx, as }, input.id)
    await requireReason(trx, found.tenantId)
    return found
  })
  return system(async (trx, audit) => {
    const before = await inspectionForUpdate({ trx, as: asTenants([tenantId]) }, input.id)
    const after = await closeInspection(trx, before, caller.userId)
    audit({ entity: 'inspection', entityId: after.id, tenantId, before, after })
    return null
  })
})

/** Ends the next inspection whose last day is over. @returns whether there was one */
async function endNext(trx: Trx): Promise<boolean> {
  const before = await trx
    .selectFrom('inspection')
    .selectAll()
    .where('closedAt', 'is', null)
    .where('accessUntil', '<=', sql<Date>`now()`)
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!before) return false
  await lockAccount(trx, before.userId)
  const after = await changeInspection(trx, before, { closedAt: before.accessUntil })
  const { tenantId, id } = after
  const event = { actorId: null, actorName: '', tenantId, call: '' }
  await recordAudit(trx, { ...event, entity: 'inspection', entityId: id, before, after })
  return true
}

/** Ends the inspections whose last day is over. Several processes may do so concurrently. */
export async function endInspections({ db }: Services, stopping?: AbortSignal): Promise<void> {
  let isMore = true
  while (isMore && !stopping?.aborted) isMore = await inTransaction(db, asSystem, endNext)
}
