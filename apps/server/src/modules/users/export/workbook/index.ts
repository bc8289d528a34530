import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import { sheetPath, workbookParts } from './parts.ts'
import { batchSize, type NextRows, rowsXml, type SheetColumn, sheetXml } from './sheet.ts'
import { type ZipEntry, zipOf } from './zip.ts'

export type { NextRows, SheetColumn, SheetRow } from './sheet.ts'

export interface Table {
  /** The name of its sheet; of further ones with a number behind it. */
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** How many rows `next` will give. */
  readonly rowCount: number
  readonly next: NextRows
}

/** What a sheet takes (1,048,576) but for its titles. */
export const mostRows = 1_048_575

/** What a zip has besides rows, about. */
const frame = 3_000

/** How much XML may wait for the compressor, in bytes. */
const buffered = 65_536

/** An archive that is being made, and about how long it will be. */
export interface Archive {
  readonly content: Readable
  readonly expectedLength: number
}

/** Puts rows that were read already before those to come. */
const withFirst = (first: Awaited<ReturnType<NextRows>>, next: NextRows): NextRows => {
  let given = false
  return (most) => {
    if (given) return next(most)
    given = true
    return Promise.resolve(first)
  }
}

/**
 * A zip that holds one workbook, made row by row while it is read.
 * @param fileName the workbook's, in the zip
 * @param rowsPerSheet what goes beyond fills a further sheet
 */
export async function zippedWorkbook(
  table: Table,
  fileName: string,
  rowsPerSheet = mostRows,
): Promise<Archive> {
  const { name, columns, rowCount } = table
  const count = Math.max(1, Math.ceil(rowCount / rowsPerSheet))
  const sheets = Array.from({ length: count }, (_, index) => (index === 0 ? name : `${name} ${index + 1}`))
  const first = await table.next(Math.min(batchSize, rowsPerSheet))
  const next = withFirst(first, table.next)
  const sheetOf = (index: number): ZipEntry => ({
    path: sheetPath(index),
    content: () =>
      Readable.from(sheetXml(columns, next, rowsPerSheet), { objectMode: false, highWaterMark: buffered }),
  })
  const parts = Object.entries(workbookParts(sheets)).map(([path, content]) => ({ path, content }))
  const entries = [...parts, ...sheets.map((_sheet, index) => sheetOf(index))]
  return {
    expectedLength: await expectedLength(first, rowCount),
    // Deflated once more, at next to no cost: unpackers that read from the front take nothing else of unknown size.
    content: zipOf([{ path: fileName, content: () => zipOf(entries), level: 1 }]),
  }
}

/** About how long the zip will be: the first rows are compressed, and the others taken for their like. */
async function expectedLength(first: Awaited<ReturnType<NextRows>>, rowCount: number): Promise<number> {
  if (first.length === 0) return frame
  const sample = await promisify(deflateRaw)(rowsXml(first, 2))
  return Math.round(frame + (sample.length / first.length) * rowCount)
}
