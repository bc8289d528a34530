import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Result of a benchmark, as Markdown. */
export interface Report {
  /** Verdicts and figures for results.md. */
  readonly summary: string
  /** Query plans and other details, which are only printed. */
  readonly details?: string
}

/** Replaces a results file with this summary. */
export const writeResults = (path: string, summary: string): Promise<void> =>
  writeFile(path, `# Results\n\n${summary.trim()}\n`)

/**
 * Prints a report and, with `--md` on the command line, writes its summary to a file.
 * @param file path relative to bench/, such as `page/results.md`
 */
export async function publish(file: string, { summary, details }: Report): Promise<void> {
  process.stdout.write(`\n${[summary, details].filter(Boolean).join('\n\n')}\n`)
  if (process.argv.includes('--md')) await writeResults(join(import.meta.dirname, '..', file), summary)
}
