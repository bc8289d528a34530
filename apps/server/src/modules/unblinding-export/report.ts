import { createHash } from 'node:crypto'
import {
  listNames,
  productNameIn,
  type TextKey,
  type Unblinding,
  type unblindingExport,
} from '@atrium/contract'
import { fingerprintOf } from '../../platform/audit/index.ts'
import { contentWhenRead } from '../../platform/export/content-when-read.ts'
import type { ExportWork } from '../../platform/export/export.ts'
import { drawPdf } from '../../platform/export/pdf.ts'
import type { PdfReport } from '../../platform/export/pdf-report.ts'
import { watermarkColumns, watermarkOf } from '../../platform/export/watermark.ts'
import type { Column, Table } from '../../platform/export/workbook.ts'
import { exportTexts, timeIn } from '../audit-trail/index.ts'

/** An entry without what the reader may do with it. */
export type Entry = Omit<Unblinding, 'mayDecide' | 'mayWithdraw'>

/** Sources of an export of the register. */
export interface RegisterExport {
  readonly work: ExportWork<typeof unblindingExport>
  readonly tenantName: string
  readonly entries: readonly Entry[]
  /** Whether studies are left out because the reader is blinded in them. */
  readonly isPartial: boolean
}

const attachmentName = 'unblinding-register.json'

/** Approximate length of a PDF without rows, which has its fonts, and of each row, in bytes. */
const length = { ofNone: 60_000, ofRow: 300 }

const zoneOf = ({ input, services }: RegisterExport['work']): string =>
  input.timeZone || services.profile.timeZone

const joined = (texts: readonly string[], separator: string): string =>
  texts.filter((text) => text !== '').join(separator)

/** Returns the columns of the register in the reader’s language. */
function columnsOf({ work }: RegisterExport) {
  const { t, language } = work
  const zone = zoneOf(work)
  const time = timeIn(zone)
  const column = (key: TextKey, width: number, textOf: (entry: Entry) => string): Column<Entry> => ({
    ...{ title: t(key), width, textOf },
  })
  const instant = (key: TextKey, textOf: (entry: Entry) => string): Column<Entry> => ({
    ...{ title: `${t(key)} (${zone})`, width: 20 },
    textOf: (entry) => (textOf(entry) === '' ? '' : time(textOf(entry))),
  })
  return {
    person: column('unblinding.personName', 20, ({ personName }) => personName),
    state: column('unblinding.state', 18, ({ state }) => t(`unblinding.states.${state}`)),
    study: column('unblinding.studyName', 28, ({ studyName }) => studyName),
    code: column('accessReport.studyCode', 16, ({ studyCode }) => studyCode),
    product: column('unblinding.softName', 20, ({ softName }) => softName),
    roles: column('unblinding.roles', 40, ({ roles }) =>
      roles
        .map(({ roleName, reason, siteNames }) =>
          joined([productNameIn(language, roleName), reason, listNames(language, siteNames)], ' · '),
        )
        .join('\n'),
    ),
    from: column('accessReport.accessFrom', 12, ({ accessFrom }) => accessFrom),
    until: column('accessReport.accessUntil', 12, ({ accessUntil }) => accessUntil),
    requester: column('unblinding.requesterName', 16, ({ requesterName }) => requesterName),
    requested: instant('unblinding.requestTime', ({ requestTime }) => requestTime),
    decider: column('unblinding.deciderName', 16, ({ deciderName }) => deciderName),
    decided: instant('unblinding.decideTime', ({ decideTime }) => decideTime),
    comment: column('unblinding.decisionReason', 32, ({ decisionReason }) => decisionReason),
    began: instant('unblinding.beginTime', ({ beginTime }) => beginTime),
    ended: instant('unblinding.endTime', ({ endTime }) => endTime),
  }
}

/** Returns the register as a table with one row per entry. */
export function registerTable(source: RegisterExport): Table<Entry> {
  const { work, entries } = source
  let read = 0
  return {
    name: work.t('unblinding.title'),
    columns: [...watermarkColumns(work), ...Object.values(columnsOf(source))],
    rowCount: entries.length,
    next: async (limit) => {
      const rows = entries.slice(read, read + limit)
      read += rows.length
      return rows
    },
  }
}

function pdfOf(source: RegisterExport): PdfReport {
  const { work, tenantName, entries, isPartial } = source
  const { t, language, caller, services, input } = work
  const zone = zoneOf(work)
  const shown = (instant: Date) => `${timeIn(zone)(instant)} (${zone})\n${timeIn('UTC')(instant)} (UTC)`
  const texts = exportTexts[language]
  const content = Buffer.from(
    JSON.stringify({ filters: input, isPartial, timeZone: zone, entries }, undefined, 2),
  )
  const columns = columnsOf(source)
  const groups = [
    [columns.person, columns.state],
    [columns.study, columns.code, columns.product],
    [columns.roles],
    [columns.from, columns.until],
    [columns.requester, columns.requested],
    [columns.decider, columns.decided, columns.comment],
    [columns.began],
    [columns.ended],
  ]
  const filters = joined(
    [input.state === undefined ? '' : t(`unblinding.states.${input.state}`), input.keyWord],
    ' · ',
  )
  return {
    language,
    title: t('unblinding.title'),
    cover: [
      ...watermarkOf(work),
      [t('auditTrail.tenantName'), tenantName],
      [texts.exportedBy, caller.userName],
      [texts.exportedAt, shown(new Date())],
      [texts.filters, filters || texts.none],
      [texts.count, String(entries.length)],
      ...(isPartial ? [[t('accessReview.notice'), t('unblinding.partial')] as const] : []),
      [texts.attachment, attachmentName],
      [texts.attachmentHash, createHash('sha256').update(content).digest('hex')],
      [texts.keyFingerprint, fingerprintOf(services.secrets.auditKey)],
    ],
    columns: groups.map((group) => ({ title: group[0]?.title ?? '' })),
    rows: entries.map((entry) =>
      groups.map((group) =>
        joined(
          group.map(({ textOf }) => textOf(entry)),
          '\n',
        ),
      ),
    ),
    attachment: {
      name: attachmentName,
      description: texts.attachment,
      mediaType: 'application/json',
      content,
    },
  }
}

/** Returns the register as a PDF with a cover page. The entries are also attached as JSON. */
export const registerPdf = (source: RegisterExport) => ({
  expectedLength: length.ofNone + length.ofRow * source.entries.length,
  content: contentWhenRead((signal) => drawPdf(pdfOf(source), signal)),
})
