import { Readable } from 'node:stream'
import { type AccessReviewItem, type AuditFormat, accessReviewExport, codes } from '@atrium/contract'
import { sql } from 'kysely'
import { contentWhenRead } from '../../../platform/export/content-when-read.ts'
import { handleFileExport } from '../../../platform/export/export.ts'
import { drawPdf } from '../../../platform/export/pdf.ts'
import { reportFile } from '../../../platform/export/report-file.ts'
import { watermarkColumns } from '../../../platform/export/watermark.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { masked } from '../../pseudonyms/index.ts'
import { checkReviewed, readReview } from '../list.ts'
import { itemsShown, presentItem, presentReview, signatureShown, withColumns } from '../present.ts'
import { recordFile, resultOf, signatureOf } from '../result.ts'
import { columnsOf, pdfOf, type ReviewExport } from './report.ts'

/** Maximum number of rows in a file. All of them are in memory. */
const maxRows: Readonly<Record<AuditFormat, number>> = {
  xlsx: 50_000,
  csv: 50_000,
  jsonl: 50_000,
  pdf: 2_000,
}

/** Approximate length of a PDF without rows, which has its fonts, and of each row, in bytes. */
const length = { ofNone: 60_000, ofRow: 300 }

/** Returns the items as a table. */
function tableOf(source: ReviewExport) {
  let read = 0
  return {
    // A sheet's name has at most 31 characters and none of these.
    name: source.review.name.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31),
    columns: [...watermarkColumns(source.work), ...columnsOf(source)],
    rowCount: source.items.length,
    next: async (limit: number): Promise<AccessReviewItem[]> => {
      const rows = source.items.slice(read, read + limit)
      read += rows.length
      return rows
    },
  }
}

const fileOf = (format: AuditFormat, source: ReviewExport, name: string) =>
  reportFile(format, name, {
    table: () => tableOf(source),
    pdf: () => ({
      expectedLength: length.ofNone + length.ofRow * source.items.length,
      content: contentWhenRead((signal) => drawPdf(pdfOf(source), signal)),
    }),
    jsonl: () => ({
      ...{ expectedLength: source.record.length, isExact: true },
      content: Readable.from([source.record], { objectMode: false }),
    }),
  })

/**
 * POST /accessReview/export. The first line of the record is what the hash in the closing event of the trail covers.
 * Readers who may not see all of it get neither.
 */
export const exportRoute = handleFileExport(accessReviewExport, {
  fileName: 'access-review',
  entity: 'access_review_export',
  prepare: async (work) => {
    const { trx, input } = work
    const { format, reviewId } = input
    const row = await readReview(work, reviewId)
    const { tenantId } = row
    await checkReviewed(work, tenantId)
    const { numbers } = row
    const max = maxRows[format]
    if (numbers.itemCount === 0) reject(codes.notFound, 'accessReview.refusal.none')
    if (numbers.itemCount > max) reject(codes.limitReached, 'accessReview.refusal.tooMany', { max })
    const isPartial = numbers.hidden > 0
    if (isPartial && format === 'jsonl') reject(codes.forbidden, 'accessReview.refusal.blinded')
    const items = await withColumns(
      itemsShown(work)
        .where('accessReviewItem.tenantId', '=', tenantId)
        .where('accessReviewItem.reviewId', '=', reviewId),
      work,
    )
      .orderBy(sql`access_review_item.full_name collate "zh-x-icu"`)
      .orderBy('accessReviewItem.id')
      .execute()
    const result = await resultOf(trx, row)
    const signature = signatureShown(row, await signatureOf(work, row, result))
    const [shown = row] = await masked(trx, [row])
    const shownItems = await masked(trx, items)
    const source: ReviewExport = {
      ...{ work, review: presentReview(shown), items: shownItems.map((item) => presentItem(item, work)) },
      ...{ record: recordFile(result, signature), signature, isPartial },
    }
    return {
      ...{ count: items.length, asked: input, tenantId },
      begin: async (name, finish) => {
        const file = await fileOf(format, source, name)
        await finish()
        return file
      },
    }
  },
})
