/**
 * `pnpm new:remote <name>`: makes a remote with a screen, a dialog, texts and a test, to begin with.
 */
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { routeTable } from '@atrium/contract'
import { RemoteName } from '@atrium/federation/registry'
import { runCommand, say, UsageError } from './command.ts'
import { filesOfRemote, routeOfRemote } from './new-remote/files.ts'
import { run } from './test/run.ts'

const root = join(import.meta.dirname, '..')

const usage = `pnpm new:remote <name>

Makes a remote in apps/<name>: its build, a route, a screen with a list and a dialog, texts in Chinese and English,
a test. It passes every check as it is. To be rid of it again, delete the folder and run pnpm install.

  <name>        in kebab case, such as visit-plan; its addresses begin with /visitPlan
  --no-install  leaves pnpm install to you
  --help        this`

/** Whether a route of the suite begins like those of a remote would. */
const isTaken = (prefix: string): boolean =>
  Object.values(routeTable).some(({ path }) => path === prefix || path.startsWith(`${prefix}/`))

async function make(name: string): Promise<void> {
  const folder = join(root, 'apps', name)
  if (!RemoteName.safeParse(name).success || /-(-|\d|$)/.test(name))
    throw new UsageError(`${name} is no name: small letters and digits, with hyphens between words`)
  if (existsSync(folder)) throw new UsageError(`apps/${name} is there already`)
  const prefix = routeOfRemote(name)
  if (isTaken(prefix)) throw new UsageError(`Addresses that begin with ${prefix} belong to another remote`)
  for (const [file, content] of Object.entries(filesOfRemote(name))) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), content)
  }
  say(`Made apps/${name}`)
}

await runCommand({
  help: usage,
  options: { 'no-install': { type: 'boolean', default: false } },
  run: async ({ values, positionals: [name, ...others] }) => {
    if (name === undefined || others.length > 0) throw new UsageError('One name is needed')
    await make(name)
    // Links what it depends on, and writes it into the lockfile.
    const exitCode = values['no-install'] ? 0 : await run('npx', ['-y', 'pnpm@12', 'install'])
    if (exitCode !== 0) process.exit(exitCode)
    say(
      `\nNext: pnpm dev shows it, once an administrator has added an entry for ${routeOfRemote(name)}/session to the menu\n` +
        '(Menu settings, Menus) and given it to a role. docs/teams.md says how to go on.',
    )
  },
})
