import { codes, inspectionDecide } from '@atrium/contract'
import { reject } from '../../platform/http/rejection.ts'
import { handle } from '../../platform/http/route.ts'
import { fullNameOf } from '../identity/identifiers/index.ts'
import { readBlindedStudies } from '../studies/blinding/index.ts'
import { changeInspection, inspectionForUpdate } from './end.ts'

/** POST /inspection/decide. */
export const decideRoute = handle(inspectionDecide, async (work) => {
  const { trx, input, caller, audit } = work
  const before = await inspectionForUpdate(work, input.id)
  const blinded = await readBlindedStudies(trx, caller.userId)
  if (before.studyIds.some((study) => blinded.includes(study))) reject(codes.notFound)
  if (before.unblinding !== 'requested') reject(codes.conflict, 'inspection.refusal.decided')
  if (before.openedBy === caller.userId) reject(codes.forbidden, 'inspection.refusal.own')
  const after = await changeInspection(trx, before, {
    ...{ unblinding: input.isApproved ? 'approved' : 'declined', decisionReason: input.decisionReason },
    ...{ decidedBy: caller.userId, deciderName: await fullNameOf(trx, caller.userId), decidedAt: new Date() },
  })
  audit({ entity: 'inspection', entityId: after.id, tenantId: after.tenantId, before, after })
  return null
})
