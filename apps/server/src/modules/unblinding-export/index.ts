import { type AuditFormat, codes, unblindingExport } from '@atrium/contract'
import { handleFileExport } from '../../platform/export/export.ts'
import { reportFile } from '../../platform/export/report-file.ts'
import { reject } from '../../platform/http/rejection.ts'
import type { Route } from '../../platform/http/route.ts'
import { rejectBlinded } from '../audit-trail/index.ts'
import { readBlindedStudies, readEntries } from '../studies/blinding/index.ts'
import { type RegisterExport, registerPdf, registerTable } from './report.ts'
import { registerAsSealed } from './sealed.ts'

/** Maximum number of entries in a file. All of them are in memory. */
const maxEntries: Readonly<Record<AuditFormat, number>> = {
  xlsx: 50_000,
  csv: 50_000,
  jsonl: 50_000,
  pdf: 2_000,
}

const exportRoute = handleFileExport(unblindingExport, {
  fileName: 'unblinding-register',
  entity: 'unblinding_export',
  prepare: async (work) => {
    const { trx, input, caller } = work
    const { format, timeZone: _, ...filters } = input
    if (format === 'jsonl') await rejectBlinded(work)
    const max = maxEntries[format]
    const { list, totalCount } = await readEntries(work, filters, max)
    if (totalCount === 0) reject(codes.notFound, 'unblinding.refusal.none')
    if (totalCount > max) reject(codes.limitReached, 'unblinding.refusal.tooMany', { max })
    const { tenantName } = await trx
      .selectFrom('tenant')
      .select('tenantName')
      .where('id', '=', input.tenantId)
      .executeTakeFirstOrThrow()
    const isPartial = (await readBlindedStudies(trx, caller.userId)).length > 0
    const source: RegisterExport = { work, tenantName, entries: list, isPartial }
    return {
      count: totalCount,
      asked: input,
      tenantId: input.tenantId,
      begin: async (name, finish) => {
        const file = await reportFile(format, name, {
          table: () => registerTable(source),
          pdf: () => registerPdf(source),
          jsonl: () => registerAsSealed(source, finish),
        })
        // The entries are in memory. Only sealed events are read while they are sent.
        if (format !== 'jsonl') await finish()
        return file
      },
    }
  },
})

/** The route that exports the register of unblinded access. */
export const unblindingExportRoutes: readonly Route[] = [exportRoute]
