import { createHash } from 'node:crypto'
import { fingerprintOf } from '../../../platform/audit/index.ts'
import { contentWhenRead } from '../../../platform/export/content-when-read.ts'
import { drawPdf } from '../../../platform/export/pdf.ts'
import { watermarkOf } from '../../../platform/export/watermark.ts'
import { exportTexts, timeIn } from '../../audit-trail/index.ts'
import { columnsOf } from './columns.ts'
import { reportTexts } from './texts/index.ts'
import type { AccessExport } from './work.ts'

const attachmentName = 'access.json'

/** Columns of the workbook that share a column of the PDF. */
const together: readonly (readonly string[])[] = [
  ['change', 'before'],
  ['fullName', 'userName'],
  ['kind', 'tenantName'],
  ['studyName', 'studyCode', 'siteName', 'softName'],
  ['roles', 'isBlind'],
  ['state', 'accessFrom', 'accessUntil'],
  ['since', 'grantedBy', 'reason'],
  ['lastSignIn'],
]

async function drawn(source: AccessExport, signal: AbortSignal): Promise<Uint8Array> {
  const { work, question, rows, isPartial, time } = source
  const { t, language, caller, services } = work
  const zone = work.input.timeZone || services.profile.timeZone
  const shown = (instant: string | Date) =>
    `${timeIn(zone)(instant)} (${zone})\n${timeIn('UTC')(instant)} (UTC)`
  const [texts, own] = [exportTexts[language], reportTexts[language]]
  const facts = { time, compareWith: question.compareWith, filters: work.input, isPartial }
  const content = Buffer.from(JSON.stringify({ ...facts, timeZone: zone, rows }, undefined, 2))
  const columns = columnsOf(source)
  const titled = together
    .map((names) =>
      names.flatMap((name) => {
        const title = t(`accessReport.${name}` as 'accessReport.kind')
        return columns.find((column) => column.title === title || column.title === `${title} (${zone})`) ?? []
      }),
    )
    .filter((group) => group.length > 0)
  return drawPdf(
    {
      language,
      title: own.title,
      cover: [
        ...watermarkOf(work),
        [t('accessReport.at'), shown(time)],
        ...(question.compareWith === undefined
          ? []
          : [[t('accessReport.compareWith'), shown(question.compareWith)] as const]),
        [texts.exportedBy, caller.userName],
        [texts.exportedAt, shown(new Date())],
        [texts.count, String(rows.length)],
        ...(isPartial ? [[own.notice, own.partial] as const] : []),
        [texts.attachment, attachmentName],
        [texts.attachmentHash, createHash('sha256').update(content).digest('hex')],
        [texts.keyFingerprint, fingerprintOf(services.secrets.auditKey)],
      ],
      columns: titled.map(([first]) => ({ title: first?.title ?? '' })),
      rows: rows.map((row) =>
        titled.map((group) =>
          group
            .map((column) => column.textOf(row))
            .filter((text) => text !== '')
            .join('\n'),
        ),
      ),
      attachment: {
        name: attachmentName,
        description: texts.attachment,
        mediaType: 'application/json',
        content,
      },
    },
    signal,
  )
}

/** Approximate length of a PDF without rows, which has its fonts, and of each row, in bytes. */
const length = { ofNone: 60_000, ofRow: 250 }

/** Returns the report as a PDF with a cover page. The rows are also attached as JSON. */
export const reportPdf = (source: AccessExport) => ({
  expectedLength: length.ofNone + length.ofRow * source.count,
  content: contentWhenRead((signal) => drawn(source, signal)),
})
