import { cellText } from './cell-text.ts'
import { cellStyles } from './parts.ts'

export interface SheetColumn {
  readonly title: string
  /** In characters. */
  readonly width: number
}

/** The texts of one row, a column each. */
export type SheetRow = readonly string[]

/** Gives the next rows, so many at most; none where there are no more. */
export type NextRows = (most: number) => Promise<readonly SheetRow[]>

/** How many rows are read at a time. */
export const batchSize = 100

/**
 * How many rows are written at a time: their XML must not be so long that the engine keeps it among its large
 * objects, whose memory it gives back much later.
 */
const pieceSize = 20

/** A, B … Z, AA … of a column, from 0. */
const letters = (index: number): string =>
  (index < 26 ? '' : letters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

const cell = (reference: string, style: number, text: string): string =>
  text === ''
    ? ''
    : `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`

const rowXml = (number: number, columns: readonly string[], row: SheetRow, style: number): string => {
  const cells = row.map((text, index) => cell(`${columns[index]}${number}`, style, cellText(text)))
  return `<row r="${number}">${cells.join('')}</row>`
}

const head = (columns: readonly SheetColumn[]): string => {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    '<sheetViews><sheetView workbookViewId="0">',
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<cols>${widths.join('')}</cols><sheetData>`,
  ].join('')
}

/** The rows of a sheet as XML. @param first the number of the first of them; the titles are row 1 */
export const rowsXml = (rows: readonly SheetRow[], first: number): string => {
  const columns = (rows[0] ?? []).map((_text, index) => letters(index))
  return rows.map((row, index) => rowXml(first + index, columns, row, cellStyles.text)).join('')
}

/**
 * A sheet as XML, piece by piece: its titles, and as many rows as it takes.
 * @param most how many rows the sheet takes, its titles not counted
 */
export async function* sheetXml(
  columns: readonly SheetColumn[],
  next: NextRows,
  most: number,
): AsyncGenerator<string> {
  const titles = columns.map(({ title }) => title)
  const names = columns.map((_column, index) => letters(index))
  yield head(columns) + rowXml(1, names, titles, cellStyles.title)
  for (let written = 0; written < most; ) {
    const rows = await next(Math.min(batchSize, most - written))
    if (rows.length === 0) break
    for (let start = 0; start < rows.length; start += pieceSize) {
      yield rowsXml(rows.slice(start, start + pieceSize), written + start + 2)
    }
    written += rows.length
  }
  yield '</sheetData></worksheet>'
}
