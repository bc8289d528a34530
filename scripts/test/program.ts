/**
 * Builds the server's program for the tests that start servers and commands as processes: it starts in a third of the
 * time that the sources take. Does nothing if the sources are unchanged. `pnpm unit` runs it first.
 */
import { join, resolve } from 'node:path'
import { buildIfChanged, withBuildLock } from '@atrium/federation/release'
import { readManifest } from '../package/packages.ts'
import { commandsOf, compileProgram, programFolder } from '../package/program.ts'

const root = resolve(import.meta.dirname, '../..')

const compile = async (): Promise<void> => {
  const { scripts = {} } = await readManifest(root)
  await compileProgram(root, root, { main: 'apps/server/src/main.ts', ...commandsOf(scripts) })
}

const inputs = {
  root,
  name: 'program',
  folders: ['packages', 'apps/server', 'scripts/package'],
  output: join(root, programFolder),
}

await withBuildLock(
  root,
  () => buildIfChanged(inputs, compile),
  () => process.stdout.write('Waiting for another build of this folder\n'),
)
