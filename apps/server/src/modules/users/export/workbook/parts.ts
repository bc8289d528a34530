const prolog = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The styles of cells, by their places in `styles`. */
export const cellStyles = { text: 1, title: 2 } as const

/** Text stays text (49, `@`) when somebody edits it; titles are bold. Some readers ask for a style named Normal. */
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

/** Everything of a workbook but its sheets' contents, by path. @param sheets their names: letters, digits and spaces */
export const workbookParts = (sheets: readonly string[]): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': contentTypes(sheets),
  '_rels/.rels': rootRelations,
  'xl/workbook.xml': workbook(sheets),
  'xl/_rels/workbook.xml.rels': workbookRelations(sheets),
  'xl/styles.xml': styles,
})
