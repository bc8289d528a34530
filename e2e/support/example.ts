import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'

/** A page of another site, on an origin of its own. */
export interface ExamplePage {
  readonly url: string
  readonly close: () => Promise<void>
}

/** A command from a document. */
interface Command {
  readonly environment: Readonly<Record<string, string>>
  readonly words: readonly string[]
}

/** Parses a shell line: environment variables, then words. */
function commandOf(line: string): Command {
  const all = line.split(' ')
  const first = all.findIndex((word) => !word.includes('='))
  const environment = all.slice(0, first).map((setting) => setting.split('=') as [string, string])
  return { environment: Object.fromEntries(environment), words: all.slice(first) }
}

/** Returns the commands of examples/README.md: Atrium, the plain page, the build of the React page, and the React page. */
export async function exampleCommands() {
  const [, lines = ''] = /```sh\n(.*?)\n```/s.exec(await readFile('examples/README.md', 'utf8')) ?? []
  const [atrium, plain, build, react, ...others] = lines.split('\n').map(commandOf)
  if (!atrium || !plain || !build || !react || others.length > 0)
    throw new Error('examples/README.md shows other commands than these tests know')
  return { atrium, plain, build, react }
}

/** Returns the port in a command. */
export const portOf = ({ words }: Command): string => words[words.indexOf('--port') + 1] ?? ''

/**
 * Builds an example with the command `… pnpm --filter <package> build`. The package must be the one in the given
 * folder.
 */
export async function buildExample({ words }: Command, folder: string): Promise<void> {
  const { name, scripts } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'))
  if (words.slice(-3).join(' ') !== `--filter ${name} build`)
    throw new Error(`${words.join(' ')} does not build ${name}`)
  const [node, ...args] = scripts.build.split(' ')
  if (node !== 'node') throw new Error(`${scripts.build} is no script of Node`)
  const [code] = await once(spawn(process.execPath, args, { cwd: folder, stdio: 'inherit' }), 'exit')
  if (code !== 0) throw new Error(`${scripts.build} ended with ${code}`)
}

/**
 * Serves an example with a command `node examples/serve.js …`.
 * @param port replaces the port in the command
 * @param atrium address of the server that the example embeds
 * @param environment replaces the command's environment variables
 */
export async function serveExample(
  command: Command,
  port: number,
  atrium: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ExamplePage> {
  const [node, ...args] = command.words.map((word) => (word === portOf(command) ? String(port) : word))
  if (node !== 'node') throw new Error(`${command.words.join(' ')} is no command of Node`)
  const child: ChildProcess = spawn(process.execPath, [...args, '--atrium', atrium], {
    env: { ...process.env, ...command.environment, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout ?? child, 'data')
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}
