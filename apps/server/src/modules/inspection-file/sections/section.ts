import type { Cell, Source, Words } from '../source.ts'

/** A column of a section. */
export interface Column {
  readonly name: Words
  /** Whether the cells are instants, ISO 8601 in UTC or ''. */
  readonly isTime?: boolean
}

/** A row: a cell for each column. */
export type Row = readonly Cell[]

/** A section of a file, as a table. */
export interface Table {
  readonly title: Words
  readonly note: Words
  readonly columns: readonly Column[]
  /** Whether each row begins with the id of its event, which is not shown. */
  readonly isTrail?: boolean
  readonly rows: AsyncIterable<Row> | Iterable<Row>
}

/** What a file can show of its studies. */
export interface Section {
  /** Name of the part; letters only. */
  readonly name: string
  /** Whether only an unblinded file may have it. */
  readonly onlyUnblinded?: boolean
  readonly table: (source: Source) => Promise<Table>
}

export const noNote: Words = ['', '']

/** Returns the lines of a section: its description, then a row each. */
export async function* linesOf({ rows, ...head }: Table): AsyncGenerator<string, void, undefined> {
  yield `${JSON.stringify(head)}\n`
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}
