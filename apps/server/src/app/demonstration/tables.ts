import { type RawBuilder, sql } from 'kysely'

/**
 * Reads a table that stands in text, so that data can be looked over as one: a row a line, its cells between bars.
 * @param names of its columns
 * @throws Error where a row has another number of cells
 */
export function rowsOf<Name extends string>(names: readonly Name[], text: string): Record<Name, string>[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      if (cells.length !== names.length) throw new Error(`A row with ${cells.length} cells: ${line}`)
      return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])) as Record<
        Name,
        string
      >
    })
}

/** An instant so many days before the first start, which need not be whole ones. */
export const daysAgo = (days: number): RawBuilder<Date> =>
  sql<Date>`now() - make_interval(secs => ${sql.lit(days * 86_400)})`
