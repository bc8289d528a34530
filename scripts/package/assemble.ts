import { chmod, glob, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { compile } from '@atrium/federation/release'
import { nodeProgram } from '@atrium/federation/webpack'
import { copy, copyPackages, findPackage, readManifest } from './packages.ts'

/** Packages of the server that stay as they are: machine code, and what reads files of its own. */
const beside = ['@napi-rs/canvas', '@node-rs/argon2', '@fastify/swagger-ui', '@fontsource/nunito']

/** Packages that others use only where they are, which is not here. */
const absent = ['pg-native']

/** What is read where it stands, from the root on. */
const files = [
  'apps/server/src/platform/database/schema',
  'dist/web',
  'docs/manuals',
  'docs/operators',
  'docs/integrators.md',
  'docs/teams.md',
  'deploy',
  'profile.json',
  'CHANGELOG.md',
  'LICENSE',
  'NOTICE',
]

/** Folder of the program: as deep as `platform/config`, whose config.ts finds the root from where it is. */
const programFolder = 'apps/server/dist/node/program'

type Scripts = Readonly<Record<string, string>>

/** Scripts of package.json that run a module of the server are the commands of operators: each is in the package. */
const commandsOf = (scripts: Scripts): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(scripts).flatMap(([name, script]) => {
      const file = /^node (apps\/server\/src\/\S+\.ts)$/.exec(script)?.[1]
      return file ? [[name, file]] : []
    }),
  )

/** The module that the program begins with: each command is loaded when it is asked for. */
function mainOf(root: string, commands: Readonly<Record<string, string>>): string {
  const load = ([name, file]: [string, string]) =>
    `${JSON.stringify(name)}: () => import(${JSON.stringify(join(root, file))})`
  const all = Object.entries({ start: 'scripts/package/start.ts', ...commands }).map(load)
  return `import { run } from ${JSON.stringify(join(root, 'scripts/package/run.ts'))}\nawait run({ ${all.join(', ')} })\n`
}

/** What `pnpm start` gives to Node before the name of its script. */
function flagsOf({ start = '' }: Scripts): string {
  const flags = /^node (.*)scripts\/start\.ts$/.exec(start)?.[1]
  if (flags === undefined) throw new Error('package.json does not start scripts/start.ts')
  return flags
}

const launcher = (scripts: Scripts): string => `#!/bin/sh
# Runs the server, or the command that is named: \`atrium help\` lists them. It becomes Node, which gets its signals.
home=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
node=$home/bin/node
[ -x "$node" ] || node=node
exec "$node" ${flagsOf(scripts)}"$home/${programFolder}/atrium.js" "$@"
`

/** The contract as the server finds it when it starts: its texts, under its own name. */
async function copyTexts(contract: string, target: string): Promise<void> {
  for await (const file of glob(['package.json', 'src/**/texts/*.json'], { cwd: contract }))
    await copy(join(contract, file), join(target, file))
}

async function fill(root: string, folder: string): Promise<void> {
  const server = join(root, 'apps/server')
  const { scripts = {}, version } = await readManifest(root)
  const { optionalDependencies: postgres = {} } = await readManifest(server)
  const names = ['node_modules/@atrium/contract', 'node_modules', programFolder].map((name) =>
    join(folder, name),
  )
  const [contract = '', packages = '', output = ''] = names
  await compile(
    nodeProgram({
      name: 'atrium',
      root: server,
      main: mainOf(root, commandsOf(scripts)),
      beside: [...beside, ...absent],
      output,
    }),
  )
  await copyPackages(beside, Object.keys(postgres), server, packages)
  await copyTexts(join(root, 'packages/contract'), contract)
  for (const name of files) await copy(join(root, name), join(folder, name))
  // By it the system knows the program for a module, and people which version they have.
  await writeFile(
    join(folder, 'package.json'),
    `${JSON.stringify({ name: 'atrium', version, type: 'module' }, null, 2)}\n`,
  )
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin/atrium'), launcher(scripts))
  await chmod(join(folder, 'bin/atrium'), 0o755)
}

/**
 * Makes one folder of all that a deployment runs: laid out as the repository is, without sources, and in need of no
 * package manager, no registry and no compiler. Node is in it where its package is installed.
 * @param root the repository, whose front ends are built
 * @param target takes the place of what is there
 * @returns whether Node is in it
 */
export async function assemble(root: string, target: string): Promise<{ readonly hasNode: boolean }> {
  // A folder that is half made is not taken for a whole one.
  const scratch = `${target}.${process.pid}`
  try {
    await mkdir(dirname(target), { recursive: true })
    await fill(root, scratch)
    const node = await findPackage('node', root)
    if (node) await copy(join(node, 'bin/node'), join(scratch, 'bin/node'))
    await rm(target, { recursive: true, force: true })
    await rename(scratch, target)
    return { hasNode: node !== undefined }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
