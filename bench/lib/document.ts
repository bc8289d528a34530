import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const docs = join(import.meta.dirname, '../../docs')

/** What a benchmark has to say, as Markdown. */
export interface Report {
  /** Verdicts and figures, for whoever runs the suite: a section of docs/performance.md. */
  readonly summary: string
  /** What they rest on, as query plans: a section of docs/performance-details.md. */
  readonly details?: string
}

/**
 * Puts generated Markdown between a section's two markers, `<!-- name:begin -->` and `<!-- name:end -->`.
 * @returns the whole text with the section renewed
 * @throws Error where the markers are missing
 */
export function withSection(text: string, name: string, section: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the document has no section ${name}`)
  return `${text.slice(0, from + begin.length)}\n${section.trim()}\n${text.slice(to)}`
}

async function renew(file: string, name: string, section: string): Promise<void> {
  const path = join(docs, file)
  await writeFile(path, withSection(await readFile(path, 'utf8'), name, section))
}

/** Prints a benchmark's report and, with `--md` on the command line, renews its sections of the two documents. */
export async function publish(name: string, { summary, details }: Report): Promise<void> {
  process.stdout.write(`\n${[summary, details].filter(Boolean).join('\n\n')}\n`)
  if (!process.argv.includes('--md')) return
  await renew('performance.md', name, summary)
  if (details !== undefined) await renew('performance-details.md', name, details)
}
