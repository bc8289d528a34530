import { globalTenantId, type TrailReviewDetails, trailReviewExport } from '@atrium/contract'
import { contentWhenRead } from '../../platform/export/content-when-read.ts'
import { type ExportWork, handleFileExport } from '../../platform/export/export.ts'
import { drawPdf } from '../../platform/export/pdf.ts'
import type { PdfReport } from '../../platform/export/pdf-report.ts'
import { watermarkOf } from '../../platform/export/watermark.ts'
import { exportTexts, timeIn } from '../audit-trail/index.ts'
import { isBlindedAnywhere } from '../studies/blinding/index.ts'
import { readDetails } from './info.ts'
import type { Review } from './save.ts'

/** Approximate length of a PDF without rows, which has its fonts, and of each row, in bytes. */
const length = { ofNone: 60_000, ofRow: 300 }

const attachmentName = 'audit-trail-review.json'

/** A review as it is exported. */
interface Exported {
  readonly work: ExportWork<typeof trailReviewExport>
  readonly stored: Review
  readonly details: Omit<TrailReviewDetails, 'seal'>
}

const joined = (texts: readonly string[], separator = '\n') =>
  texts.filter((text) => text !== '').join(separator)

/** Returns the texts of a review in the reader’s language. */
function textsOf({ work, stored, details }: Exported) {
  const { t, services, input } = work
  const zone = input.timeZone || services.profile.timeZone
  const time = (instant: string) => (instant === '' ? '' : timeIn(zone)(instant))
  const from = details.fromTime === '' ? t('trailReview.fromBeginning') : time(details.fromTime)
  const hash = details.isBlinded ? '' : stored.sealSha256
  return {
    zone,
    time,
    both: (instant: string) =>
      joined([...new Set([zone, 'UTC'])].map((each) => `${timeIn(each)(instant)} (${each})`)),
    area: (area: TrailReviewDetails['areas'][number]) => t(`auditTrail.areas.${area}`),
    period: details.untilTime === '' ? '–' : `${from} – ${time(details.untilTime)} (${zone})`,
    seal:
      stored.sealState === ''
        ? '–'
        : joined([
            t(`auditTrail.seals.${stored.sealState}`),
            hash === ''
              ? ''
              : `${t('trailReview.shown.sealNumber', { number: stored.sealNumber ?? 0 })} ${hash}`,
          ]),
  }
}

/** Returns the rows of the table: each look, then each finding. */
function rowsOf(source: Exported): string[][] {
  const { work, details } = source
  const { t } = work
  const texts = textsOf(source)
  const looks = details.reviewedAreas.flatMap(({ area, looks }) =>
    looks.map((look) => [
      t('trailReview.shown.look'),
      texts.area(area),
      joined([
        t('trailReview.shown.counts', { count: look.events, own: look.own }),
        look.firstSequence > 0
          ? t('trailReview.shown.sequences', { first: look.firstSequence, last: look.lastSequence })
          : '',
      ]),
      joined([look.fullName, look.userName]),
      texts.time(look.time),
    ]),
  )
  const findings = details.findings.map((finding) => [
    `${t('trailReview.finding')} · ${t(`trailReview.severities.${finding.severity}`)}`,
    texts.area(finding.area),
    joined([
      finding.finding,
      finding.eventId === '' ? '' : `${t('trailReview.eventId')}: ${finding.eventId}`,
      finding.action === '' ? '' : `${t('trailReview.action')}: ${finding.action}`,
      finding.responsible === '' ? '' : `${t('trailReview.responsible')}: ${finding.responsible}`,
      finding.dueDay === '' ? '' : `${t('trailReview.findingDueDay')}: ${finding.dueDay}`,
      finding.outcome === ''
        ? ''
        : `${t('trailReview.outcome')}: ${finding.outcome} (${finding.closerName} ${texts.time(finding.closedAt)})`,
    ]),
    finding.finderName,
    texts.time(finding.foundAt),
  ])
  return [...looks, ...findings]
}

/** Returns the review as a PDF: facts and signature on the cover, looks and findings, and the record as an attachment. */
function pdfOf(source: Exported, rows: readonly string[][]): PdfReport {
  const { work, stored, details } = source
  const { t, language, caller } = work
  const own = exportTexts[language]
  const texts = textsOf(source)
  const { signature, isBlinded } = details
  const hasRecord = stored.record !== '' && !isBlinded
  const scope =
    details.studyName || t(`trailReview.${stored.tenantId === globalTenantId ? 'platform' : 'wholeTenant'}`)
  const content = hasRecord ? stored.record : JSON.stringify(details)
  return {
    language,
    title: t('trailReview.reviewName'),
    cover: [
      ...watermarkOf(work),
      [t('trailReview.name'), details.name],
      [t('trailReview.shown.scope'), scope],
      [
        t('trailReview.reviewers'),
        joined(details.people.map(({ name }) => name)) || t('trailReview.administrators'),
      ],
      [t('trailReview.areas'), joined(details.areas.map(texts.area))],
      [t('trailReview.dueDay'), details.dueDay],
      [t('trailReview.state'), t(`trailReview.states.${details.state}`)],
      [t('trailReview.shown.period'), texts.period],
      [t('trailReview.shown.seal'), texts.seal],
      ...(signature.state === 'none'
        ? []
        : ([
            [t('trailReview.conclusion'), details.conclusion || '–'],
            [
              t('signature.shown.signer'),
              `${signature.printedName} (${signature.userName})\n${t('trailReview.shown.signed')}`,
            ],
            [t('signature.shown.time'), texts.both(signature.time)],
            [t('signature.shown.state'), t(`signature.shown.states.${signature.state}`)],
          ] as const)),
      ...(details.isPartial
        ? [[t('trailReview.shown.notice'), t('trailReview.shown.partial')] as const]
        : []),
      ...(isBlinded ? [[t('trailReview.shown.notice'), t('trailReview.shown.blinded')] as const] : []),
      [own.exportedBy, caller.userName],
      [own.exportedAt, texts.both(new Date().toISOString())],
      [own.attachment, attachmentName],
      ...(hasRecord ? [[t('trailReview.recordSha256'), stored.recordSha256] as const] : []),
    ],
    columns: [
      { title: t('trailReview.shown.kind'), width: 70 },
      { title: t('trailReview.area'), width: 110 },
      { title: t('trailReview.shown.content') },
      { title: t('trailReview.shown.person'), width: 100 },
      { title: t('trailReview.shown.time'), width: 90 },
    ],
    rows,
    attachment: {
      ...{ name: attachmentName, description: own.attachment, mediaType: 'application/json' },
      content: Buffer.from(content),
    },
  }
}

/** POST /trailReview/export. */
export const exportRoute = handleFileExport(trailReviewExport, {
  fileName: 'audit-trail-review',
  entity: 'trail_review_export',
  prepare: async (work) => {
    const { input, caller, services } = work
    const isBlinded = await isBlindedAnywhere(services.db, caller)
    const { stored, details } = await readDetails(work, input.reviewId, isBlinded)
    const source: Exported = { work, stored, details }
    const rows = rowsOf(source)
    return {
      ...{ count: rows.length, asked: input, tenantId: stored.tenantId },
      begin: async (name, finish) => {
        const report = pdfOf(source, rows)
        await finish()
        return {
          ...{ fileName: `${name}.pdf`, mediaType: 'application/pdf' },
          expectedLength: length.ofNone + length.ofRow * rows.length,
          content: contentWhenRead((signal) => drawPdf(report, signal)),
        }
      },
    }
  },
})
