/**
 * `pnpm new:remote <name>`: makes a remote with a screen, a dialog, texts and a test, to begin with.
 */
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { routeTable } from '@atrium/contract'
import { RemoteName } from '@atrium/federation/registry'
import { filesOfRemote, routeOfRemote } from './new-remote/files.ts'
import { run } from './test/run.ts'

const root = join(import.meta.dirname, '..')

const usage = `pnpm new:remote <name>

Makes a remote in apps/<name>: its build, a route, a screen with a list and a dialog, texts in Chinese and English,
a test. It passes every check as it is. To be rid of it again, delete the folder and run pnpm install.

  <name>        in kebab case, such as visit-plan; its addresses begin with /visitPlan
  --no-install  leaves pnpm install to you
  --help        this
`

/** Ends with what is wrong with the command. */
function refuse(reason: string): never {
  process.stderr.write(`${reason}\n\n${usage}`)
  process.exit(2)
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        'no-install': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

/** Whether a route of the suite begins like those of a remote would. */
const isTaken = (prefix: string): boolean =>
  Object.values(routeTable).some(({ path }) => path === prefix || path.startsWith(`${prefix}/`))

async function make(name: string): Promise<void> {
  const folder = join(root, 'apps', name)
  if (!RemoteName.safeParse(name).success || /-(-|\d|$)/.test(name))
    refuse(`${name} is no name: small letters and digits, with hyphens between words`)
  if (existsSync(folder)) refuse(`apps/${name} is there already`)
  const prefix = routeOfRemote(name)
  if (isTaken(prefix)) refuse(`Addresses that begin with ${prefix} belong to another remote`)
  for (const [file, content] of Object.entries(filesOfRemote(name))) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), content)
  }
  process.stdout.write(`Made apps/${name}\n`)
}

const { values, positionals } = readArguments()
const [name, ...others] = positionals
if (values.help) process.stdout.write(usage)
else if (name === undefined || others.length > 0) refuse('One name is needed')
else {
  await make(name)
  // Links what it depends on, and writes it into the lockfile.
  const exitCode = values['no-install'] ? 0 : await run('npx', ['-y', 'pnpm@12', 'install'])
  if (exitCode !== 0) process.exit(exitCode)
  process.stdout.write(
    `\nNext: pnpm dev shows it, once an administrator has added an entry for ${routeOfRemote(name)}/session to the menu\n` +
      '(Menu settings, Menus) and given it to a role. docs/teams.md says how to go on.\n',
  )
}
