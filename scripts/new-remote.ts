/** `pnpm new:remote <name>`: creates a remote with a screen, a dialog, texts and a test. */
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { routeTable } from '@atrium/contract'
import { RemoteName } from '@atrium/federation/registry'
import { print, runCommand, UsageError } from './command.ts'
import { filesOfRemote, routeOfRemote } from './new-remote/files.ts'
import { run } from './test/run.ts'

const root = join(import.meta.dirname, '..')

const usage = `pnpm new:remote <name>

Creates a remote in apps/<name>: its build, a route, a screen with a list and a dialog, texts in Chinese and English,
and a test. It passes every check. To remove it, delete the folder and run pnpm install.

  <name>        in kebab case, such as visit-plan; its addresses begin with /visitPlan
  --no-install  does not run pnpm install
  --help        prints this`

/** Returns whether a route of the suite has the prefix. */
const isTaken = (prefix: string): boolean =>
  Object.values(routeTable).some(({ path }) => path === prefix || path.startsWith(`${prefix}/`))

async function create(name: string): Promise<void> {
  const folder = join(root, 'apps', name)
  if (!RemoteName.safeParse(name).success || /-(-|\d|$)/.test(name))
    throw new UsageError(
      `${name} is not a valid name. Use lower-case letters and digits, with hyphens between words.`,
    )
  if (existsSync(folder)) throw new UsageError(`apps/${name} exists already.`)
  const prefix = routeOfRemote(name)
  if (isTaken(prefix))
    throw new UsageError(`Addresses that begin with ${prefix} belong to another remote. Choose another name.`)
  for (const [file, content] of Object.entries(filesOfRemote(name))) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), content)
  }
  print(`Created apps/${name}.`)
}

await runCommand({
  help: usage,
  options: { 'no-install': { type: 'boolean', default: false } },
  run: async ({ values, positionals: [name, ...others] }) => {
    if (name === undefined || others.length > 0) throw new UsageError('Give one name.')
    await create(name)
    // Links the remote's dependencies and adds it to the lockfile.
    const exitCode = values['no-install'] ? 0 : await run('npx', ['-y', 'pnpm@12', 'install'])
    if (exitCode !== 0) process.exit(exitCode)
    print(
      `\nNext: ask an administrator to add a menu entry for ${routeOfRemote(name)}/session (Menu settings, Menus) and to\n` +
        'assign it to a role. Then pnpm dev shows the remote. docs/teams.md describes the next steps.',
    )
  },
})
