/** Characters that XML 1.0 cannot contain, even escaped. */
const unstorable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/**
 * Start of the notation that spreadsheets use for characters that XML cannot contain. Plain text in this notation
 * would be read as such a character.
 */
const escapeLike = /_(?=x[0-9A-Fa-f]{4}_)/g

const markup = /[&<>\r]/g
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** Matches a text that must be changed. Few texts must, and an export of a million users has many texts. */
const special = /[^\t\n\u{20}-%'-;=?-\u{d7ff}\u{e000}-\u{fffd}]|_x[0-9A-Fa-f]{4}_/u

/**
 * Returns the XML of a text cell. Characters that XML cannot contain are dropped. Everything else stays, including a
 * leading `=` or `+`, since a text cell is never a formula.
 */
export function cellText(text: string): string {
  if (!special.test(text)) return text
  return text
    .replace(unstorable, '')
    .replace(escapeLike, '_x005F_')
    .replace(markup, (character) => entities[character] ?? '')
}

const prolog = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Styles of cells, by their index in `styles`. */
const cellStyles = { text: 1, title: 2 } as const

/**
 * Format 49 (`@`) makes cells remain text when they are edited; titles are bold. Some readers require a style named
 * Normal.
 */
const styles = `${prolog}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" numFmtId="49" applyNumberFormat="1"/><xf xfId="0" fontId="1" numFmtId="49" applyFont="1" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

export const sheetPath = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`

const contentTypes = (sheets: readonly string[]): string => {
  const overrides = sheets.map(
    (_name, index) => `<Override PartName="/${sheetPath(index)}" ContentType="${types}.worksheet+xml"/>`,
  )
  return `${prolog}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${overrides.join('')}</Types>`
}

const workbook = (sheets: readonly string[]): string => {
  const entries = sheets.map(
    (name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  return `${prolog}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${entries.join('')}</sheets></workbook>`
}

const workbookRelations = (sheets: readonly string[]): string => {
  const entries = sheets.map(
    (_name, index) =>
      `<Relationship Id="rId${index + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  return `${prolog}<Relationships xmlns="${packageRelations}">${entries.join('')}<Relationship Id="rIdStyles" Type="${relations}/styles" Target="styles.xml"/></Relationships>`
}

const rootRelations = `${prolog}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

/**
 * Returns all parts of a workbook except the contents of its sheets, by path.
 * @param sheets names of the sheets: letters, digits and spaces
 */
export const workbookParts = (sheets: readonly string[]): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': contentTypes(sheets),
  '_rels/.rels': rootRelations,
  'xl/workbook.xml': workbook(sheets),
  'xl/_rels/workbook.xml.rels': workbookRelations(sheets),
  'xl/styles.xml': styles,
})

export interface SheetColumn {
  readonly title: string
  /** Width in characters. */
  readonly width: number
}

/** Texts of one row, one per column. */
export type SheetRow = readonly string[]

/** Returns up to `max` further rows; none at the end. */
export type NextRows = (max: number) => Promise<readonly SheetRow[]>

/** Number of rows that are read at a time. */
export const batchSize = 100

/**
 * Number of rows that are written at once. Longer XML would become a large object of the JavaScript engine, whose
 * memory is freed much later.
 */
const pieceSize = 20

/** Returns the letters of a column: A, B … Z, AA …, starting at index 0. */
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

/**
 * Returns rows of a sheet as XML.
 * @param first the number of the first of these rows; the titles are row 1
 */
export const rowsXml = (rows: readonly SheetRow[], first: number): string => {
  const columns = (rows[0] ?? []).map((_text, index) => letters(index))
  return rows.map((row, index) => rowXml(first + index, columns, row, cellStyles.text)).join('')
}

/**
 * Returns a sheet as XML in pieces: its titles, and up to `max` rows.
 * @param max maximum number of rows, not counting the titles
 */
export async function* sheetXml(
  columns: readonly SheetColumn[],
  next: NextRows,
  max: number,
): AsyncGenerator<string> {
  const titles = columns.map(({ title }) => title)
  const names = columns.map((_column, index) => letters(index))
  yield head(columns) + rowXml(1, names, titles, cellStyles.title)
  for (let written = 0; written < max; ) {
    const rows = await next(Math.min(batchSize, max - written))
    if (rows.length === 0) break
    for (let start = 0; start < rows.length; start += pieceSize) {
      yield rowsXml(rows.slice(start, start + pieceSize), written + start + 2)
    }
    written += rows.length
  }
  yield '</sheetData></worksheet>'
}
