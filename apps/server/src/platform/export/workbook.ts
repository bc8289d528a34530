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

/** A file in a zip: its text, or how to begin reading it when its turn comes. */
interface ZipEntry {
  readonly path: string
  readonly content: string | (() => Readable)
  /** Of deflate: 1 is the quickest, 9 the smallest. */
  readonly level?: number
}

/** The balance of size and time for XML, which repeats itself. */
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
 * A zip that is made while it is read, no faster: what is waiting to be read is all that is kept of it. What
 * destroys it destroys the stream that it is reading, and the other way round.
 */
function zipOf(entries: readonly ZipEntry[]): Readable {
  const zip = new ZipFile()
  // The library makes one, and declares less.
  const output = zip.outputStream as PassThrough
  zip.on('error', (error) => output.destroy(error))
  // Entries begin before anything reads them: a later reader gets the error from the stream, and it must not end the process.
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
  /** The name of its sheet; of further ones with a number behind it. */
  readonly name: string
  readonly columns: readonly Column<Row>[]
  /** How many rows `next` will give. */
  readonly rowCount: number
  /** Returns up to so many next rows; none at the end. */
  readonly next: (limit: number) => Promise<readonly Row[]>
}

/** What a sheet takes (1,048,576) but for its titles. */
const maxSheetRows = 1_048_575

/** About how long the rest of a zip is, besides its rows, in bytes. */
const baseLength = 3_000

/** How much XML may wait for the compressor, in bytes. */
const bufferSize = 65_536

/** An archive that is being made, and about how long it will be. */
interface Archive {
  readonly content: Readable
  readonly expectedLength: number
}

/** The rows of a table as texts. */
const textsOf =
  <Row>({ columns, next }: Table<Row>): NextRows =>
  async (limit) =>
    (await next(limit)).map((row) => columns.map(({ textOf }) => textOf(row)))

/** Puts rows that were read already before those to come. */
const withFirst = (first: readonly SheetRow[], next: NextRows): NextRows => {
  let given = false
  return (limit) => {
    if (given) return next(limit)
    given = true
    return Promise.resolve(first)
  }
}

/**
 * A zip that holds one workbook, made row by row while it is read.
 * @param fileName the workbook's, in the zip
 * @param rowsPerSheet what goes beyond fills a further sheet
 */
export async function zippedWorkbook<Row>(
  table: Table<Row>,
  fileName: string,
  rowsPerSheet = maxSheetRows,
): Promise<Archive> {
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
  return {
    expectedLength: await expectedLength(first, rowCount),
    // Deflated once more, at nearly no cost: unpackers that read from the front accept no other format of unknown size.
    content: zipOf([{ path: fileName, content: () => zipOf(entries), level: 1 }]),
  }
}

/** About how long the zip will be: the first rows are compressed, and the others taken for their like. */
async function expectedLength(first: readonly SheetRow[], rowCount: number): Promise<number> {
  if (first.length === 0) return baseLength
  const sample = await promisify(deflateRaw)(rowsXml(first, 2))
  return Math.round(baseLength + (sample.length / first.length) * rowCount)
}
