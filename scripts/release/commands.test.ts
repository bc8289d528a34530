import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'

// Commands are processes.
jest.setTimeout(180_000)

/* The commands as they are typed, on a static host; e2e/release.spec.ts releases to a server by them. */

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-commands-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

interface Ended {
  readonly code: number
  readonly said: string
  readonly complained: string
}

const run = (command: string, words: readonly string[], environment: object = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const file = join(import.meta.dirname, `${command}.ts`)
    const env = { ...process.env, ...environment }
    execFile(process.execPath, [file, ...words], { env }, (error, said, complained) =>
      resolve({ code: error ? Number(error.code) : 0, said, complained }),
    )
  })

it('a command says how it is called', async () => {
  const { code, said } = await run('rollback', ['--help'])
  expect(code).toBe(0)
  expect(said).toMatch(/^pnpm release:rollback/)
  expect(said).toMatch(/--key .* \(or RELEASE_KEY in the environment\)/)
})

it.each([
  ['release', ['--to', 'x'], 'Name one remote.'],
  ['release', ['tenant-admin', '--to', 's3://b', '--host', 'http://h'], '--address is missing'],
  ['release', ['tenant-admin', '--to', 'x', '--address', '/x'], 'by --trusted'],
  [
    'release',
    ['tenant-admin', '--to', 'x', '--host', 'http://h', '--trusted', 'y'],
    'Give either --host or --trusted',
  ],
  ['release', ['tenant-admin', '--to', 'x', '--host', 'http://h'], '--key is missing'],
  ['release', ['--nothing', 'x'], "Unknown option '--nothing'"],
  ['list', ['--host', 'atrium.example'], '--host atrium.example is no address: it begins with'],
  ['check', ['tenant-admin'], 'Name a server by --host, or a static host by --to'],
])('%s %j is not understood, and says why', async (command, words, why) => {
  const { code, complained } = await run(command, words)
  expect(code).toBe(2)
  expect(complained).toContain(why)
  expect(complained).toContain('pnpm release')
})

it('a key is made once, for its owner alone, and its public half is said for the operator', async () => {
  const file = join(folder, 'team.pem')
  const { code, said } = await run('key', [file])
  expect(code).toBe(0)
  expect(said).toMatch(/"[\da-f]{16}": "MCowBQYDK2VwAyEA[\w+/]{43}="\n$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(said).not.toContain((await readFile(file, 'utf8')).split('\n')[1])
})

it('release:key keeps a key that exists, says so and repeats its line', async () => {
  const file = join(folder, 'kept.pem')
  const first = await run('key', [file])
  const content = await readFile(file, 'utf8')
  const again = await run('key', [file])
  expect([again.code, again.complained]).toEqual([0, ''])
  expect(again.said).toContain('holds a key already, which is kept')
  expect(again.said.trim().split('\n').at(-1)).toBe(first.said.trim().split('\n').at(-1))
  expect(await readFile(file, 'utf8')).toBe(content)
})

it('release:key overwrites no file that holds something else', async () => {
  const file = join(folder, 'notes.txt')
  await writeFile(file, 'my notes')
  const { code, complained } = await run('key', [file])
  expect([code, complained]).toEqual([1, expect.stringContaining('holds no Ed25519 private key')])
  expect(await readFile(file, 'utf8')).toBe('my notes')
})

it('releases are listed and rolled back, where the environment says', async () => {
  const integrity = `sha384-${'a'.repeat(64)}`
  const at = (version: string) => ({ manifest: `/remotes/one/${version}/release.json`, integrity })
  const releases = { '1.0.0': at('1.0.0'), '1.1.0': at('1.1.0'), '1.2.0': at('1.2.0') }
  const rules = [
    { version: '1.2.0', percentage: 20 },
    { version: '1.0.0', tenants: ['a', 'b'] },
  ]
  const entry = { name: 'one', routes: ['/one'], active: '1.1.0', previous: '1.0.0', releases, rules }
  await writeFile(join(folder, 'remotes.json'), JSON.stringify({ remotes: [entry] }))
  const here = { RELEASE_TO: folder }
  const { said } = await run('list', [], here)
  expect(said.split('\n').map((line) => line.replaceAll(/ +/g, ' ').trim())).toEqual([
    'one /one',
    '1.2.0 20 % of browsers',
    '1.1.0 active',
    '1.0.0 previous, 2 tenants',
    '',
  ])
  expect(await run('list', ['two'], here)).toMatchObject({
    code: 1,
    complained: expect.stringMatching(/^No release of two counts here: .*activated any yet\.\n$/),
  })
  const back = await run('rollback', ['one', '--from', '1.1.0'], here)
  expect(back).toMatchObject({ code: 0, said: 'one was rolled back from 1.1.0: release 1.0.0 counts now.\n' })
  const twice = await run('rollback', ['one', '--from', '1.1.0'], here)
  expect(twice).toMatchObject({ code: 1, complained: expect.stringContaining('Nothing was changed.') })
})

it('what the system refuses is said in a line', async () => {
  const { code, complained } = await run('list', ['--to', join(folder, 'team.pem')])
  expect(code).toBe(1)
  expect(complained).toMatch(/^ENOTDIR: not a directory, open .*remotes\.json'\.\n$/)
})

it('a host that is none is named', async () => {
  const { code, complained } = await run('list', ['--host', 'http://127.0.0.1:9'])
  expect(code).toBe(1)
  expect(complained).toContain('http://127.0.0.1:9/remotes.json cannot be reached')
  expect(complained).not.toContain('    at ')
})
