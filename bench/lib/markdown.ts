/**
 * A table in GitHub's Markdown.
 * @param head column titles; the first column is text, the others figures
 * @param rows cells in the order of the head
 */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`
  const rule = `|${head.map((_, column) => (column === 0 ? '---' : '---:')).join('|')}|`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

const escapeCell = (cell: string): string => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** A number with a fixed count of decimals and thousands set apart, e.g. `12,345.6`. */
export const figure = (value: number, decimals = 0): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })

/** Milliseconds, with the more decimals the shorter. */
export const milliseconds = (value: number): string => figure(value, value < 10 ? 2 : value < 100 ? 1 : 0)

/** A fenced block, for plans and lists that are read as they are. */
export const codeBlock = (text: string): string => `\`\`\`text\n${text.trimEnd()}\n\`\`\``
