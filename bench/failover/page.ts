import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/* Reads docs/operators/failover.md, and installs the files of deploy/high-availability as the page does on each machine. */
const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

/** Returns the code blocks of a page in docs/operators in a language, in order. */
export async function blocksOf(page: string, language: 'sh' | 'sql'): Promise<string[]> {
  const text = await readFile(join(root, 'docs/operators', `${page}.md`), 'utf8')
  return [...text.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(
    ([, block = '']) => block,
  )
}

/** Returns every command of the page. */
export const commandsOfPage = async (): Promise<string[]> =>
  (await blocksOf('failover', 'sh')).flatMap((block) => block.trim().split('\n'))

/** Returns the Debian packages that the page installs. */
export async function packagesOfPage(): Promise<string[]> {
  const install = 'apt-get install '
  const commands = await commandsOfPage()
  return commands.flatMap((command) =>
    command.startsWith(install) ? command.slice(install.length).split(' ') : [],
  )
}

/** Replacements in a file for this machine. A text that the file does not contain is an error. */
export type Changes = readonly (readonly [text: string, value: string])[]

/**
 * Copies a file of deploy/high-availability to the page's path, in a folder that represents a machine's root.
 * @param user owner of the file, if the page sets one and this process may
 * @returns the path
 */
export async function installFile(
  machine: string,
  name: string,
  changes: Changes,
  user?: string,
): Promise<string> {
  const source = `deploy/high-availability/${name}`
  const command = (await commandsOfPage()).find(
    (line) => line.startsWith('install ') && line.includes(source),
  )
  const [, target = ''] = / (\/etc\/\S+)$/.exec(command ?? '') ?? []
  if (!command || !target) throw new Error(`docs/operators/failover.md has no command that installs ${name}`)
  const path = join(machine, target)
  let text = await readFile(join(root, source), 'utf8')
  for (const [there, here] of changes) {
    if (!text.includes(there)) throw new Error(`${name} does not contain ${there}`)
    text = text.replaceAll(there, here)
  }
  const filled = join(machine, source)
  await mkdir(join(filled, '..'), { recursive: true })
  await writeFile(filled, text)
  const owner = user ? `-o ${user} ` : ''
  await run('bash', ['-euc', command.replace(target, path).replace(/-o \w+ /, owner)], { cwd: machine })
  return path
}

/**
 * Runs the page's command that begins with this program, on another file.
 * @returns its output
 */
export async function runCommand(beginning: string, file: string): Promise<string> {
  const command = (await commandsOfPage()).find((line) => line.startsWith(beginning))
  if (!command) throw new Error(`docs/operators/failover.md has no command that begins with ${beginning}`)
  const { stdout } = await run('bash', ['-euc', command.replace(/\/etc\/\S+/, file)])
  return stdout
}
