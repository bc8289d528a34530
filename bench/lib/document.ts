import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../../docs/performance.md')

/**
 * Puts generated Markdown between a section's two markers, `<!-- name:begin -->` and `<!-- name:end -->`.
 * @returns the whole text with the section renewed
 * @throws Error where the markers are missing
 */
export function withSection(text: string, name: string, section: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no section ${name}`)
  return `${text.slice(0, from + begin.length)}\n${section.trim()}\n${text.slice(to)}`
}

/** Prints a benchmark's figures and, with `--md` on the command line, renews its section of docs/performance.md. */
export async function publish(name: string, section: string): Promise<void> {
  process.stdout.write(`\n${section}\n`)
  if (!process.argv.includes('--md')) return
  await writeFile(file, withSection(await readFile(file, 'utf8'), name, section))
}
