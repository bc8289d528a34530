import { createHash } from 'node:crypto'
import {
  type AccessReview,
  type AccessReviewItem,
  type accessReviewExport,
  blinding,
  type EventSignature,
} from '@atrium/contract'
import type { ExportWork } from '../../../platform/export/export.ts'
import type { PdfReport } from '../../../platform/export/pdf-report.ts'
import { watermarkOf } from '../../../platform/export/watermark.ts'
import type { Column } from '../../../platform/export/workbook.ts'
import { exportTexts, timeIn } from '../../audit-trail/index.ts'

/** Sources of an export of a review. */
export interface ReviewExport {
  readonly work: ExportWork<typeof accessReviewExport>
  readonly review: AccessReview
  readonly items: readonly AccessReviewItem[]
  /** The result with its signature, see `recordFile`. Not for readers who may not see all access. */
  readonly record: Buffer
  readonly signature: EventSignature
  /** Whether access is left out because the reader is blinded. */
  readonly isPartial: boolean
}

const zoneOf = ({ input, services }: ReviewExport['work']): string =>
  input.timeZone || services.profile.timeZone

const joined = (texts: readonly string[], separator = ', ') =>
  texts.filter((text) => text !== '').join(separator)

/** Returns the texts of an item by column. */
function textsOf({ work }: ReviewExport) {
  const { t } = work
  const time = timeIn(zoneOf(work))
  const instant = (value: string) => (value === '' ? '' : time(value))
  return {
    person: ({ fullName }: AccessReviewItem) => fullName,
    user: ({ userName }: AccessReviewItem) => userName,
    kind: ({ kind }: AccessReviewItem) => t(`accessReport.kinds.${kind}`),
    study: ({ studyName, studyCode }: AccessReviewItem) => joined([studyName, studyCode], ' '),
    site: ({ kind, siteName }: AccessReviewItem) =>
      siteName === '' && kind === 'study' ? t('accessReport.wholeStudy') : siteName,
    product: ({ softName }: AccessReviewItem) => softName,
    roles: ({ roles, isBlind }: AccessReviewItem) =>
      joined([
        ...roles,
        isBlind === null
          ? ''
          : t(`accessReport.blinding.${isBlind === blinding.unblinded ? 'unblinded' : 'blinded'}`),
      ]),
    state: ({ state }: AccessReviewItem) => t(`accessReport.states.${state}`),
    until: ({ accessUntil }: AccessReviewItem) => accessUntil,
    lastSignIn: ({ lastSignIn }: AccessReviewItem) => instant(lastSignIn),
    unusual: ({ unusual }: AccessReviewItem) =>
      joined(unusual.map((sign) => t(`accessReview.signs.${sign}`))),
    reviewer: ({ reviewerName }: AccessReviewItem) => reviewerName,
    answer: ({ answer, answerUntil, answerUnlimited, answerRole }: AccessReviewItem) =>
      joined([
        t(`accessReview.answers.${answer ?? 'none'}`),
        answerRole,
        answerUnlimited ? t('accessReview.noEnd') : answerUntil,
      ]),
    reason: ({ answer, answeredAt, answererName, answerReason }: AccessReviewItem) =>
      answer !== null && answererName === '' && answeredAt !== '' ? t('accessReview.nobody') : answerReason,
    by: ({ answererName }: AccessReviewItem) => answererName,
    at: ({ answeredAt }: AccessReviewItem) => instant(answeredAt),
    applied: ({ applied, failure }: AccessReviewItem) =>
      applied === null ? '' : joined([t(`accessReview.applications.${applied}`), failure], ': '),
  }
}

/** Returns the columns of a workbook or of CSV in the reader’s language. */
export function columnsOf(source: ReviewExport): readonly Column<AccessReviewItem>[] {
  const { work } = source
  const { t } = work
  const texts = textsOf(source)
  const zone = zoneOf(work)
  return [
    { title: t('accessReview.fullName'), width: 20, textOf: texts.person },
    { title: t('accessReview.userName'), width: 24, textOf: texts.user },
    { title: t('accessReview.kind'), width: 14, textOf: texts.kind },
    { title: t('accessReview.studyName'), width: 24, textOf: texts.study },
    { title: t('accessReview.siteName'), width: 24, textOf: texts.site },
    { title: t('accessReview.softName'), width: 16, textOf: texts.product },
    { title: t('accessReview.roles'), width: 32, textOf: texts.roles },
    { title: t('accessReport.state'), width: 14, textOf: texts.state },
    { title: t('accessReview.accessUntil'), width: 12, textOf: texts.until },
    { title: `${t('accessReview.lastSignIn')} (${zone})`, width: 20, textOf: texts.lastSignIn },
    { title: t('accessReview.unusual'), width: 24, textOf: texts.unusual },
    { title: t('accessReview.reviewerName'), width: 16, textOf: texts.reviewer },
    { title: t('accessReview.answer'), width: 18, textOf: texts.answer },
    { title: t('accessReview.answerReason'), width: 32, textOf: texts.reason },
    { title: t('accessReview.answererName'), width: 16, textOf: texts.by },
    { title: `${t('accessReview.answeredAt')} (${zone})`, width: 20, textOf: texts.at },
    { title: t('accessReview.applied'), width: 24, textOf: texts.applied },
  ]
}

/** Returns who signed the result, when and as what, or that nobody did. */
function signatureText({ work: { t }, signature }: ReviewExport, time: (instant: string) => string): string {
  const { state, printedName, userName, meaningDesc, hash } = signature
  if (state === 'none') return t('accessReview.unsigned')
  return joined(
    [
      `${t('signature.shown.signer')}: ${printedName} (${userName})`,
      `${t('signature.meaning')}: ${meaningDesc}`,
      `${t('signature.shown.time')}: ${time(signature.time)}`,
      `${t('signature.shown.state')}: ${t(`signature.shown.states.${state}`)}`,
      hash && `${t('signature.shown.hash')}: ${hash}`,
    ],
    '\n',
  )
}

/** Returns the review as a PDF: its facts and result on the cover, the decisions, and the record as an attachment. */
export function pdfOf(source: ReviewExport): PdfReport {
  const { work, review, items, record, isPartial } = source
  const { t, language, caller } = work
  const texts = textsOf(source)
  const zone = zoneOf(work)
  const time = (instant: string | Date) =>
    `${timeIn(zone)(instant)} (${zone})\n${timeIn('UTC')(instant)} (UTC)`
  const own = exportTexts[language]
  const people = joined(review.people.map(({ name }) => name))
  const count = (number: number) => String(number)
  const content = isPartial ? Buffer.from(JSON.stringify({ review, items })) : record
  const attachment = isPartial ? 'access-review.json' : 'access-review.jsonl'
  const scope = joined(
    [items[0]?.tenantName ?? '', review.studyName, review.roleName || t('accessReview.everybody')],
    ' · ',
  )
  return {
    language,
    title: t('accessReview.reviewName'),
    cover: [
      ...watermarkOf(work),
      [t('accessReview.name'), review.name],
      [t('accessReview.scope'), scope],
      [t('accessReview.reviewers'), people || t('accessReview.administrators')],
      [t('accessReview.firstDay'), review.firstDay],
      [t('accessReview.lastDay'), review.lastDay],
      [t('accessReview.unanswered'), t(`accessReview.unansweredActs.${review.unanswered}`)],
      [t('accessReview.state'), t(`accessReview.states.${review.state}`)],
      [own.count, count(review.itemCount)],
      [t('accessReview.answers.confirm'), count(review.confirmed)],
      [t('accessReview.answers.change'), count(review.changed)],
      [t('accessReview.answers.revoke'), count(review.revoked)],
      [t('accessReview.answers.none'), count(review.itemCount - review.answered)],
      [t('accessReview.applications.failed'), count(review.failed)],
      ...(review.state === 'closed'
        ? [
            [t('accessReview.closerName'), `${review.closerName}\n${t('accessReview.statement')}`] as const,
            [t('accessReview.closedAt'), time(review.closedAt)] as const,
            [t('accessReview.conclusion'), review.conclusion || '–'] as const,
            [t('signature.shown.title'), signatureText(source, time)] as const,
          ]
        : []),
      ...(review.resultSha256 === '' ? [] : [[t('accessReview.resultSha256'), review.resultSha256] as const]),
      ...(isPartial ? [[t('accessReview.notice'), t('accessReview.partial')] as const] : []),
      [own.exportedBy, caller.userName],
      [own.exportedAt, time(new Date())],
      [own.attachment, attachment],
      [own.attachmentHash, createHash('sha256').update(content).digest('hex')],
    ],
    columns: [
      { title: t('accessReview.fullName') },
      { title: t('accessReview.kind') },
      { title: t('accessReview.studyName') },
      { title: t('accessReview.roles') },
      { title: t('accessReview.lastSignIn') },
      { title: t('accessReview.unusual') },
      { title: t('accessReview.answer') },
      { title: t('accessReview.answererName') },
    ],
    rows: items.map((item) => [
      joined([texts.person(item), texts.user(item)], '\n'),
      joined([texts.kind(item), texts.state(item)], '\n'),
      joined([texts.study(item), texts.site(item), texts.product(item)], '\n'),
      joined([texts.roles(item), texts.until(item)], '\n'),
      texts.lastSignIn(item) || '–',
      texts.unusual(item),
      joined([texts.answer(item), texts.reason(item), texts.applied(item)], '\n'),
      joined([texts.by(item), texts.at(item)], '\n'),
    ]),
    attachment: {
      name: attachment,
      description: own.attachment,
      mediaType: isPartial ? 'application/json' : 'application/jsonl',
      content,
    },
  }
}
