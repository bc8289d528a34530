import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { HostDescription, incompatibilities, ReleaseManifest } from '@atrium/federation/registry'
import { buildSuite } from '@atrium/federation/release'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { type CopiedRepository, copyRepository } from '../e2e/support/copied-repository.ts'
import { compileInChildProcess } from '../packages/federation/src/release/build-app.ts'
import { entriesOf, placeholdersOf } from './texts/keys.ts'
import { literalTexts } from './texts/literals.ts'

// The test runs the repository's checks on the new remote.
jest.setTimeout(420_000)

/** Name of the remote in docs/teams.md. */
const name = /^pnpm new:remote (\S+)$/m.exec(readFileSync('docs/teams.md', 'utf8'))?.[1] ?? ''
const here = process.cwd()
const run = promisify(execFile)

let copy: CopiedRepository
let folder: string

/** Runs a program in Node in the copy. Rejects with its output if it fails. */
const node = (...args: string[]) =>
  run(process.execPath, args, { cwd: copy.folder, env: { ...process.env, NODE_OPTIONS: '' } }).catch(
    (failure: { code: number; stdout: string; stderr: string }) => {
      throw Object.assign(new Error(`${failure.stdout}${failure.stderr}`), { code: failure.code })
    },
  )

const installed = (path: string): string => join(here, 'node_modules', path)

beforeAll(async () => {
  copy = await copyRepository()
  folder = join(copy.folder, 'apps', name)
  await node('scripts/new-remote.ts', name, '--no-install')
  await copy.install(name)
})

afterAll(() => copy.remove())

it.each([
  [name, 'exists already'],
  ['tenant-manager', 'belong to another remote'],
  ['Visit', 'is not a valid name'],
  ['../elsewhere', 'is not a valid name'],
])('rejects the name %s', async (wanted, reason) => {
  await expect(node('scripts/new-remote.ts', wanted)).rejects.toMatchObject({
    code: 2,
    message: expect.stringContaining(reason),
  })
})

it('passes the type check', async () => {
  const config = {
    extends: resolve('tsconfig.json'),
    include: [folder, resolve('packages/federation/src/assets.d.ts')],
    exclude: [join(folder, 'node_modules')],
  }
  await writeFile(join(copy.folder, 'tsconfig.json'), JSON.stringify(config))
  await node(installed('typescript7/bin/tsc'), '-p', '.')
})

it('passes the linter and the check of imports', async () => {
  const options = ['--config-path', here, '--vcs-enabled=false']
  await node(installed('@biomejs/biome/bin/biome'), 'ci', ...options, `apps/${name}`)
  const config = resolve('.dependency-cruiser.mjs')
  await node(installed('dependency-cruiser/bin/dependency-cruiser.mjs'), '--config', config, `apps/${name}`)
})

it('has the same texts in both languages, and none in its components', async () => {
  const texts = async (language: string) =>
    entriesOf(JSON.parse(await readFile(join(folder, `src/texts/${language}.json`), 'utf8')))
  const [chinese, english] = [await texts('zh'), await texts('en')]
  const shapeOf = (entries: typeof chinese) => entries.map(([key, text]) => [key, placeholdersOf(text)])
  expect(shapeOf(english)).toEqual(shapeOf(chinese))
  const files = (await readdir(folder, { recursive: true })).filter((file) => /(?<!test)\.tsx$/.test(file))
  const own = files.filter((file) => file.startsWith('src'))
  expect(own.length).toBeGreaterThan(2)
  for (const file of own) expect(literalTexts(file, await readFile(join(folder, file), 'utf8'))).toEqual([])
})

it('passes its own test', async () => {
  await writeFile(join(copy.folder, 'jest.config.ts'), await readFile('jest.config.ts', 'utf8'))
  const program = ['--experimental-vm-modules', installed('jest/bin/jest.js')]
  const { stderr } = await node(...program, '--selectProjects', 'browser', '--', `apps/${name}`)
  expect(stderr).toContain('1 passed, 1 total')
})

it('builds, and is compatible with this suite', async () => {
  await buildSuite(here)
  await compileInChildProcess(join(folder, 'webpack.config.ts'))
  const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'))
  const manifest = ReleaseManifest.parse(await readJson(join(folder, 'dist/browser/release.json')))
  expect(manifest).toMatchObject({ name, version: '0.1.0', routes: ['/visitPlan'] })
  const host = HostDescription.parse(await readJson('dist/web/shell/host.json'))
  expect(incompatibilities(manifest.needs, host)).toEqual([])
})
