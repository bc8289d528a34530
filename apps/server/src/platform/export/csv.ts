import { Readable } from 'node:stream'
import type { Archive, Column, Table } from './workbook.ts'
import { batchSize } from './workbook-xml.ts'

/**
 * Matches a text that a spreadsheet would calculate as a formula when it opens the file. A formula can send the other
 * cells to a foreign server, and users enter names and reasons. Spreadsheets for East Asian languages also calculate
 * texts that begin with full-width signs.
 */
const formulaLike = /^[=+\-@\t\r\n＝＋－＠]/

/** Returns a cell as RFC 4180 writes it. An apostrophe keeps a spreadsheet from reading the text as a formula. */
export function csvCell(text: string): string {
  const harmless = formulaLike.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** Excel reads a file as UTF-8 only if it begins with this mark. */
const byteOrderMark = '\ufeff'

const linesOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => csvLine(columns.map(({ textOf }) => textOf(row)))).join('')

/** Creates a CSV file in UTF-8, row by row while it is read. The first line has the titles. */
export async function csvFile<Row>({
  columns,
  rowCount,
  next,
}: Pick<Table<Row>, 'columns' | 'rowCount' | 'next'>): Promise<Archive> {
  const titles = byteOrderMark + csvLine(columns.map(({ title }) => title))
  const first = await next(batchSize)
  const sample = linesOf(columns, first)
  async function* content() {
    yield titles + sample
    for (;;) {
      const rows = await next(batchSize)
      if (rows.length === 0) return
      yield linesOf(columns, rows)
    }
  }
  const length = (Buffer.byteLength(sample) / Math.max(1, first.length)) * rowCount
  return {
    expectedLength: Math.round(Buffer.byteLength(titles) + length),
    content: Readable.from(content(), { objectMode: false }),
  }
}
