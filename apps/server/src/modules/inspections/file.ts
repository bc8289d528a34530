import { codes, inspectionFile } from '@atrium/contract'
import { inTenants } from '../../platform/crud/index.ts'
import { handleFileExport } from '../../platform/export/export.ts'
import { reject, rejectField } from '../../platform/http/rejection.ts'
import { prepareInspectionFile } from '../inspection-file/index.ts'
import { isBlindedAnywhere } from '../studies/blinding/index.ts'

/** POST /inspection/file. */
export const fileRoute = handleFileExport(inspectionFile, {
  fileName: 'inspection-file',
  entity: 'inspection_file',
  prepare: async (work) => {
    const { trx, as, input, caller, services } = work
    const { id, startTime, endTime } = input
    const found = await trx
      .selectFrom('inspection')
      .select(['tenantId', 'studyIds', 'authority', 'inspectorName', 'unblinding'])
      .where('id', '=', id)
      .where(inTenants(as, 'inspection.tenantId'))
      .executeTakeFirst()
    if (!found) return reject(codes.notFound)
    if (startTime !== '' && endTime !== '' && endTime < startTime) rejectField('endTime', 'rule.periodOrder')
    const { tenantId, studyIds, authority, inspectorName } = found
    const isUnblinded = found.unblinding === 'approved' && !(await isBlindedAnywhere(services.db, caller))
    const file = await prepareInspectionFile(work, {
      ...{ tenantId, studyIds, isUnblinded, inspector: `${authority} ${inspectorName}` },
      ...{ from: startTime, until: endTime },
    })
    return { ...file, tenantId, asked: { inspectionId: id, authority, startTime, endTime, isUnblinded } }
  },
})
