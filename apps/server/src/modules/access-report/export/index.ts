import { type AccessRow, type AuditFormat, accessExport, codes, globalTenantId } from '@atrium/contract'
import { handleFileExport } from '../../../platform/export/export.ts'
import { reportFile } from '../../../platform/export/report-file.ts'
import { watermarkColumns } from '../../../platform/export/watermark.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { rejectBlinded } from '../../audit-trail/index.ts'
import { questionOf, showing } from '../list.ts'
import { leavesOut, presentRows, readRows } from '../report.ts'
import { columnsOf, instantColumns } from './columns.ts'
import { reportPdf } from './pdf.ts'
import { reportAsSealed } from './sealed.ts'
import { reportTexts } from './texts/index.ts'
import type { AccessExport } from './work.ts'

/** Maximum number of rows in a file. The whole report is in memory. */
const maxRows: Readonly<Record<AuditFormat, number>> = {
  xlsx: 50_000,
  csv: 50_000,
  jsonl: 50_000,
  pdf: 2_000,
}

/** Number of rows whose details are read at once. */
const chunk = 1_000

/** Returns the report as a table with one row per access. */
function tableOf(source: AccessExport) {
  let read = 0
  return {
    name: reportTexts[source.work.language].title,
    columns: [...watermarkColumns(source.work), ...columnsOf(source), ...instantColumns(source)],
    rowCount: source.count,
    next: async (limit: number) => {
      const rows = source.rows.slice(read, read + limit)
      read += rows.length
      return rows
    },
  }
}

const fileOf = (format: AuditFormat, source: AccessExport, name: string, finish: () => Promise<void>) =>
  reportFile(format, name, {
    table: () => tableOf(source),
    pdf: () => reportPdf(source),
    jsonl: () => reportAsSealed(source, finish),
  })

/** POST /access/export. */
export const accessExportRoute = handleFileExport(accessExport, {
  fileName: 'access',
  entity: 'access_export',
  prepare: async (work) => {
    const { format, timeZone: _, ...asked } = work.input
    if (format === 'jsonl') await rejectBlinded(work)
    const { question } = await questionOf(work, asked)
    const max = maxRows[format]
    const { list, totalCount } = await readRows(work.trx, { ...question, limit: max, offset: 0 })
    if (totalCount === 0) reject(codes.notFound, 'accessReport.refusal.none')
    if (totalCount > max) reject(codes.limitReached, 'accessReport.refusal.tooMany', { max })
    const rows: AccessRow[] = []
    for (let from = 0; from < list.length; from += chunk)
      rows.push(...(await presentRows(work.trx, list.slice(from, from + chunk), showing(work, question.at))))
    const isPartial = await leavesOut(work.trx, question)
    const time = question.at ?? new Date().toISOString()
    return {
      count: totalCount,
      asked: work.input,
      tenantId: asked.tenantId || (work.as.role === 'atrium_tenant' && work.as.tenants[0]) || globalTenantId,
      begin: async (name, finish) => {
        const source: AccessExport = { work, question, rows, count: totalCount, isPartial, time }
        const file = await fileOf(format, source, name, finish)
        // The rows are in memory. Only sealed events are read while they are sent.
        if (format !== 'jsonl') await finish()
        return file
      },
    }
  },
})
