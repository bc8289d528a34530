import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'

// The tests run real builds, which are slow.
jest.setTimeout(180_000)

const repository = join(import.meta.dirname, '../../../..')
const webpackFolder = join(repository, 'packages/federation/src/webpack')

/* A repository whose only app is a one-line shell. Its build records its process id and waits for the file `go`. */
let root: string
const started: ChildProcess[] = []

const config = () => `
import { access, appendFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { EntryFilesPlugin } from ${JSON.stringify(join(webpackFolder, 'entry-files.ts'))}

await appendFile(${JSON.stringify(join(root, 'at-work'))}, process.pid + '\\n')
while (await access(${JSON.stringify(join(root, 'go'))}).then(() => false, () => true)) await sleep(20)
export default {
  mode: 'production',
  context: import.meta.dirname,
  entry: './src/index.js',
  output: { path: import.meta.dirname + '/dist/browser', clean: true },
  plugins: [new EntryFilesPlugin()],
}
`

const source = () => join(root, 'apps/shell/src/index.js')

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'atrium-build-'))
  const shell = join(root, 'apps/shell')
  for (const folder of ['packages', 'apps/shell/src', 'apps/shell/public'])
    await mkdir(join(root, folder), { recursive: true })
  await cp(join(repository, 'apps/shell/src/html'), join(shell, 'src/html'), { recursive: true })
  await writeFile(join(root, 'package.json'), '{ "type": "module" }')
  await writeFile(join(root, 'pnpm-lock.yaml'), '')
  await writeFile(join(shell, 'webpack.config.ts'), config())
  await writeFile(source(), 'document.title = "as it was"\n')
})

afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  await rm(root, { recursive: true, force: true })
})

/** Builds the repository in a separate process. */
function build() {
  const script = `
    import { buildSuite } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))}
    const built = await buildSuite(${JSON.stringify(root)}, () => console.log('waits'))
    console.log('built ' + built)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  return { child, output: () => output, ended: once(child, 'close') }
}

async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await check())) await sleep(20)
}

const atWork = async (): Promise<number[]> =>
  (await readFile(join(root, 'at-work'), 'utf8').catch(() => '')).split('\n').filter(Boolean).map(Number)

const go = () => writeFile(join(root, 'go'), '')

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('runs two builds one after the other, leaving the second nothing to build', async () => {
  const first = build()
  await until(async () => (await atWork()).length > 0)
  const second = build()
  await until(() => second.output() !== '')
  await go()
  await Promise.all([first.ended, second.ended])
  expect(first.output()).toBe('built shell\n')
  expect(second.output()).toBe('waits\nbuilt \n')
  expect(await atWork()).toHaveLength(1)
})

it('builds everything again after a killed build whose child processes have ended', async () => {
  await go()
  const whole = build()
  await whole.ended
  expect(whole.output()).toBe('built shell\n')
  await rm(join(root, 'go'))

  await writeFile(source(), 'document.title = "changed"\n')
  const cutOff = build()
  await until(async () => (await atWork()).length === 2)
  cutOff.child.kill('SIGKILL')
  const [, compiler] = await atWork()
  await until(() => !isAlive(compiler ?? 0))

  await writeFile(source(), 'document.title = "as it was"\n')
  await go()
  const again = build()
  await again.ended
  expect(again.output()).toBe('built shell\n')
})
