/** A row of a table in Markdown: its cells by the headings of their columns. */
export type Row = Readonly<Record<string, string>>

interface Table {
  /** Text of the heading above the table. */
  readonly section: string
  readonly rows: readonly Row[]
}

const cellsOf = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

const headingOf = (line: string): string | undefined => /^#+ (.+)$/.exec(line)?.[1]

/** Returns the tables of a page. */
export function tablesOf(page: string): Table[] {
  const tables: { section: string; columns: string[]; rows: Row[] }[] = []
  let section = ''
  let isInTable = false
  for (const line of page.split('\n')) {
    section = headingOf(line) ?? section
    const isRow = line.startsWith('|')
    if (isRow && !isInTable) tables.push({ section, columns: cellsOf(line), rows: [] })
    else if (isRow && !/^[|\s:-]+$/.test(line)) {
      const table = tables.at(-1)
      const cells = cellsOf(line)
      table?.rows.push(Object.fromEntries(table.columns.map((column, index) => [column, cells[index] ?? ''])))
    }
    isInTable = isRow
  }
  return tables
}

/** Returns the items of the lists in a section, each on one line. */
export function itemsOf(page: string, section: string): string[] {
  const items: string[] = []
  let current = ''
  for (const line of page.split('\n')) {
    current = headingOf(line) ?? current
    if (current !== section) continue
    if (line.startsWith('- ')) items.push(line.slice(2))
    else if (/^ {2}\S/.test(line) && items.length > 0) items.push(`${items.pop()} ${line.trim()}`)
  }
  return items
}

/** Removes the marks of Markdown from a text. */
export const plain = (text: string): string =>
  text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')
