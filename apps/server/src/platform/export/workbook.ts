import { type PassThrough, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import { ZipFile } from 'yazl'
import {
  batchSize,
  type NextRows,
  rowsXml,
  type SheetColumn,
  type SheetRow,
  sheetPath,
  sheetXml,
  workbookParts,
} from './workbook-xml.ts'

/** A file in a zip: its text, or a function that opens it when its turn comes. */
interface ZipEntry {
  readonly path: string
  readonly content: string | (() => Readable)
  /** Level of deflate: 1 is the fastest, 9 the smallest. */
  readonly level?: number
}

/** A good balance of size and time for XML, which is repetitive. */
const usualLevel = 6

function add(zip: ZipFile, output: PassThrough, { path, content, level = usualLevel }: ZipEntry): void {
  if (typeof content === 'string') {
    zip.addBuffer(Buffer.from(content), path)
    return
  }
  zip.addReadStreamLazy(path, { compressionLevel: level }, (begin) => {
    if (output.destroyed) return
    const stream = content()
    stream.once('error', (error) => output.destroy(error))
    output.once('close', () => stream.destroy())
    begin(null, stream)
  })
}

/**
 * Returns a zip that is created only as fast as it is read, so that little of it is in memory. Destroying the zip
 * destroys the stream that it is reading, and vice versa.
 */
function zipOf(entries: readonly ZipEntry[]): Readable {
  const zip = new ZipFile()
  // The library creates a PassThrough, but declares a more general type.
  const output = zip.outputStream as PassThrough
  zip.on('error', (error) => output.destroy(error))
  // Entries begin before the zip is read. An early error must not end the process; a later reader receives it from
  // the stream.
  output.on('error', () => undefined)
  for (const entry of entries) add(zip, output, entry)
  zip.end()
  return output
}

/** A column of a workbook: its title, its width in characters, and its text for a row. */
export interface Column<Row> extends SheetColumn {
  readonly textOf: (row: Row) => string
}

export interface Table<Row> {
  /** Name of the sheet. Further sheets have a number after it. */
  readonly name: string
  readonly columns: readonly Column<Row>[]
  /** Number of rows that `next` will return. */
  readonly rowCount: number
  /** Returns up to `limit` further rows; none at the end. */
  readonly next: (limit: number) => Promise<readonly Row[]>
}

/** Maximum number of rows in a sheet (1,048,576), not counting the titles. */
const maxSheetRows = 1_048_575

/** Approximate length of a zip without its rows, in bytes. */
const baseLength = 3_000

/** Maximum length of XML that waits for the compressor, in bytes. */
const bufferSize = 65_536

/** A file that is being created, and its approximate length in bytes. */
export interface Archive {
  readonly content: Readable
  readonly expectedLength: number
}

/** Returns a function that reads the rows of a table as texts. */
const textsOf =
  <Row>({ columns, next }: Table<Row>): NextRows =>
  async (limit) =>
    (await next(limit)).map((row) => columns.map(({ textOf }) => textOf(row)))

/** Returns a function that first returns rows that were already read, and then reads further ones. */
const withFirst = (first: readonly SheetRow[], next: NextRows): NextRows => {
  let given = false
  return (limit) => {
    if (given) return next(limit)
    given = true
    return Promise.resolve(first)
  }
}

/** A workbook that is ready to be created, and its approximate length in bytes. */
interface PreparedWorkbook {
  readonly expectedLength: number
  readonly open: () => Readable
}

async function prepareWorkbook<Row>(table: Table<Row>, rowsPerSheet: number): Promise<PreparedWorkbook> {
  const { name, columns, rowCount } = table
  const count = Math.max(1, Math.ceil(rowCount / rowsPerSheet))
  const sheets = Array.from({ length: count }, (_, index) => (index === 0 ? name : `${name} ${index + 1}`))
  const texts = textsOf(table)
  const first = await texts(Math.min(batchSize, rowsPerSheet))
  const next = withFirst(first, texts)
  const sheetOf = (index: number): ZipEntry => ({
    path: sheetPath(index),
    content: () =>
      Readable.from(sheetXml(columns, next, rowsPerSheet), { objectMode: false, highWaterMark: bufferSize }),
  })
  const parts = Object.entries(workbookParts(sheets)).map(([path, content]) => ({ path, content }))
  const entries = [...parts, ...sheets.map((_sheet, index) => sheetOf(index))]
  return { expectedLength: await expectedLength(first, rowCount), open: () => zipOf(entries) }
}

/**
 * Creates a workbook, row by row while it is read.
 * @param rowsPerSheet maximum number of rows per sheet; further rows fill another sheet
 */
export async function workbookFile<Row>(table: Table<Row>, rowsPerSheet = maxSheetRows): Promise<Archive> {
  const { expectedLength, open } = await prepareWorkbook(table, rowsPerSheet)
  return { expectedLength, content: open() }
}

/**
 * Creates a zip with one workbook, row by row while the zip is read.
 * @param fileName name of the workbook in the zip
 * @param rowsPerSheet maximum number of rows per sheet; further rows fill another sheet
 * @param others other files of the zip
 */
export async function zippedWorkbook<Row>(
  table: Table<Row>,
  fileName: string,
  rowsPerSheet = maxSheetRows,
  others: readonly { readonly path: string; readonly content: string }[] = [],
): Promise<Archive> {
  const { expectedLength, open } = await prepareWorkbook(table, rowsPerSheet)
  // The workbook is deflated once more, at nearly no cost: unpackers that read from the front accept no other format
  // of unknown size.
  const entries = [{ path: fileName, content: open, level: 1 }, ...others]
  return { expectedLength, content: zipOf(entries) }
}

/** Estimates the length of the zip: compresses the first rows and assumes that the others are similar. */
async function expectedLength(first: readonly SheetRow[], rowCount: number): Promise<number> {
  if (first.length === 0) return baseLength
  const sample = await promisify(deflateRaw)(rowsXml(first, 2))
  return Math.round(baseLength + (sample.length / first.length) * rowCount)
}
