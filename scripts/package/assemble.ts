import { chmod, glob, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { copy, copyPackages, findPackage, readManifest } from './packages.ts'
import { commandsOf, compileProgram, programFolder, type Scripts, unbundled } from './program.ts'

/** Files and folders to copy, relative to the root. */
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

/** Returns the flags that `pnpm start` passes to Node. */
function flagsOf({ start = '' }: Scripts): string {
  const flags = /^node (.*)scripts\/start\.ts$/.exec(start)?.[1]
  if (flags === undefined) throw new Error('The script "start" of package.json does not run scripts/start.ts')
  return flags
}

const launcher = (scripts: Scripts): string => `#!/bin/sh
# Runs the server, or the given command: \`atrium help\` lists them. exec lets Node receive the signals.
home=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
node=$home/bin/node
[ -x "$node" ] || node=node
exec "$node" ${flagsOf(scripts)}"$home/${programFolder}/atrium.js" "$@"
`

/** Copies the texts of the contract, which the server reads from the package. */
async function copyTexts(contract: string, target: string): Promise<void> {
  for await (const file of glob(['package.json', 'src/**/texts/*.json'], { cwd: contract }))
    await copy(join(contract, file), join(target, file))
}

async function fill(root: string, folder: string): Promise<void> {
  const server = join(root, 'apps/server')
  const { scripts = {}, version } = await readManifest(root)
  const { optionalDependencies: postgres = {} } = await readManifest(server)
  await compileProgram(root, folder, { start: 'scripts/package/start.ts', ...commandsOf(scripts) })
  await copyPackages(unbundled, Object.keys(postgres), server, folder)
  await copyTexts(join(root, 'packages/contract'), join(folder, 'node_modules/@atrium/contract'))
  for (const name of files) await copy(join(root, name), join(folder, name))
  // This file makes Node load the program as a module, and states the version.
  await writeFile(
    join(folder, 'package.json'),
    `${JSON.stringify({ name: 'atrium', version, type: 'module' }, null, 2)}\n`,
  )
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin/atrium'), launcher(scripts))
  await chmod(join(folder, 'bin/atrium'), 0o755)
}

/**
 * Assembles a folder with everything a deployment runs. It has the layout of the repository without sources, and
 * needs no package manager, registry or compiler. It contains Node if Node's package is installed.
 * @param root the repository's folder, with built front ends
 * @param target the folder, which is replaced
 * @returns whether it contains Node
 */
export async function assemble(root: string, target: string): Promise<{ readonly hasNode: boolean }> {
  // The target never holds a half-finished package.
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
