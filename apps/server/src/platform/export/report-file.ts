import type { AuditFormat } from '@atrium/contract'
import type { Download } from '../http/download.ts'
import { csvFile } from './csv.ts'
import { type Table, workbookFile } from './workbook.ts'

type File = Pick<Download, 'expectedLength' | 'isExact' | 'content'>

/** A report in the formats in which it is exported. */
interface Report<Row> {
  readonly table: () => Table<Row>
  readonly pdf: () => File
  /** Lines that prove themselves without the database. */
  readonly jsonl: () => File
}

/**
 * Creates the file of a report in a format.
 * @param name name of the file without its extension
 */
export async function reportFile<Row>(
  format: AuditFormat,
  name: string,
  { table, pdf, jsonl }: Report<Row>,
): Promise<Download> {
  const fileName = `${name}.${format}`
  switch (format) {
    case 'xlsx':
      return {
        ...(await workbookFile(table())),
        fileName,
        mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      }
    case 'csv':
      return { ...(await csvFile(table())), fileName, mediaType: 'text/csv; charset=utf-8' }
    case 'pdf':
      return { ...pdf(), fileName, mediaType: 'application/pdf' }
    case 'jsonl':
      return { ...jsonl(), fileName, mediaType: 'application/jsonl' }
  }
}
