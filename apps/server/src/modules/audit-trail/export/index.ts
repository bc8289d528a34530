import { type AuditFormat, auditExport, codes, globalTenantId } from '@atrium/contract'
import { handleFileExport } from '../../../platform/export/export.ts'
import { reportFile } from '../../../platform/export/report-file.ts'
import { fieldIssue, Rejection, reject } from '../../../platform/http/rejection.ts'
import { isBlindedAnywhere } from '../../studies/blinding/index.ts'
import { trailPdf } from './pdf.ts'
import { trailAsSealed } from './sealed.ts'
import { sizeOf } from './size.ts'
import { trailTable } from './table.ts'
import type { TrailExport } from './work.ts'

export { changesText, describedEvents, type ExportedEvent } from './events.ts'
export { exportTexts } from './texts/index.ts'

/** Maximum number of events in a file. The whole PDF is in memory while it is drawn. */
const maxEvents: Readonly<Record<AuditFormat, number>> = {
  xlsx: 100_000,
  csv: 100_000,
  jsonl: 100_000,
  pdf: 2_000,
}

/** Maximum number of events in a file of sealed lines. */
export const maxSealedEvents = maxEvents.jsonl

const fileOf = (format: AuditFormat, source: TrailExport) =>
  reportFile(format, source.name, {
    table: () => trailTable(source),
    pdf: () => trailPdf(source),
    jsonl: () => trailAsSealed(source),
  })

/**
 * Rejects sealed lines for callers who are blinded in a study, and for inspectors. From the gaps between the numbers of
 * events, they could count the events that they may not see.
 */
export async function rejectBlinded({
  services,
  caller,
}: Pick<TrailExport['work'], 'services' | 'caller'>): Promise<void> {
  if (!caller.inspection && !(await isBlindedAnywhere(services.db, caller))) return
  const key = caller.inspection ? 'inspection.refusal.sealed' : 'auditTrail.refusal.blinded'
  throw new Rejection(codes.forbidden, { key, issues: [fieldIssue('format', key)] })
}

/**
 * Returns the owner of the export's event: the tenant of the filter, or a tenant of the caller, whose administrators
 * see that its trail was copied. The platform's own export without a tenant is the platform's.
 */
const ownerOf = ({ input, as }: TrailExport['work']): string =>
  input.tenantId || (as.role === 'atrium_tenant' && as.tenants[0]) || globalTenantId

/** POST /audit/export. */
export const auditExportRoute = handleFileExport(auditExport, {
  fileName: 'audit-trail',
  entity: 'audit_export',
  prepare: async (work) => {
    const { format, ...filters } = work.input
    if (format === 'jsonl') await rejectBlinded(work)
    const size = await sizeOf(work, filters, maxEvents[format])
    if (size.count === 0) reject(codes.notFound, 'auditTrail.refusal.none')
    return {
      count: size.count,
      asked: work.input,
      tenantId: ownerOf(work),
      begin: (name, finish) => fileOf(format, { work, filters, ...size, name, finish }),
    }
  },
})
