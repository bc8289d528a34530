/**
 * Returns a table in GitHub's Markdown.
 * @param head column titles; the first column is text, the others are figures
 * @param rows cells in the order of the head
 */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`
  const rule = `|${head.map((_, column) => (column === 0 ? '---' : '---:')).join('|')}|`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

const escapeCell = (cell: string): string => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** Formats a number with a fixed number of decimals and thousands separators, e.g. `12,345.6`. */
export const figure = (value: number, decimals = 0): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })

/** Formats milliseconds; shorter times get more decimals. */
export const milliseconds = (value: number): string => figure(value, value < 10 ? 2 : value < 100 ? 1 : 0)

/** Returns a fenced code block, for plans and lists. */
export const codeBlock = (text: string): string => `\`\`\`text\n${text.trimEnd()}\n\`\`\``
