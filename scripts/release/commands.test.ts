import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'

// The tests run commands as processes.
jest.setTimeout(420_000)

/* Runs the commands as a team types them. e2e/release.spec.ts releases to a real server with them. */

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-commands-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

interface Result {
  readonly code: number
  readonly output: string
  readonly errors: string
}

const run = (command: string, args: readonly string[], environment: object = {}): Promise<Result> =>
  new Promise((resolve) => {
    const file = join(import.meta.dirname, `${command}.ts`)
    const env = { ...process.env, ...environment }
    execFile(process.execPath, [file, ...args], { env }, (error, output, errors) =>
      resolve({ code: error ? Number(error.code) : 0, output, errors }),
    )
  })

it('prints the usage of a command with --help', async () => {
  const { code, output } = await run('rollback', ['--help'])
  expect(code).toBe(0)
  expect(output).toMatch(/^pnpm release:rollback/)
  expect(output).toMatch(/--key .* \(or RELEASE_KEY in the environment\)/)
})

it.each([
  ['release', ['--to', 'x'], 'Name one remote.'],
  ['release', ['tenant-admin', '--to', 's3://b', '--host', 'http://h'], '--address is missing'],
  ['release', ['tenant-admin', '--to', 'x', '--address', '/x'], '--host is missing'],
  ['release', ['tenant-admin', '--to', 'x', '--host', 'http://h'], '--key is missing'],
  ['release', ['--nothing', 'x'], "Unknown option '--nothing'"],
  ['list', ['--host', 'atrium.example'], '--host atrium.example is not an address. An address begins with'],
  ['check', ['tenant-admin'], '--host is missing'],
  ['rollback', ['tenant-admin', '--host', 'http://h'], '--key is missing'],
])('rejects %s %j and prints why', async (command, args, why) => {
  const { code, errors } = await run(command, args)
  expect(code).toBe(2)
  expect(errors).toContain(why)
  expect(errors).toContain('pnpm release')
})

it('generates a key that only its owner may read, and prints its public half', async () => {
  const file = join(folder, 'team.pem')
  const { code, output } = await run('key', [file])
  expect(code).toBe(0)
  expect(output).toMatch(/"[\da-f]{16}": "MCowBQYDK2VwAyEA[\w+/]{43}="\n$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(output).not.toContain((await readFile(file, 'utf8')).split('\n')[1])
})

it('keeps an existing key and prints its line again', async () => {
  const file = join(folder, 'kept.pem')
  const first = await run('key', [file])
  const content = await readFile(file, 'utf8')
  const again = await run('key', [file])
  expect([again.code, again.errors]).toEqual([0, ''])
  expect(again.output).toContain('already contains a key, which was kept')
  expect(again.output.trim().split('\n').at(-1)).toBe(first.output.trim().split('\n').at(-1))
  expect(await readFile(file, 'utf8')).toBe(content)
})

it('overwrites no file that is not a key', async () => {
  const file = join(folder, 'notes.txt')
  await writeFile(file, 'my notes')
  const { code, errors } = await run('key', [file])
  expect([code, errors]).toEqual([1, expect.stringContaining('contains no Ed25519 private key')])
  expect(await readFile(file, 'utf8')).toBe('my notes')
})

it('lists releases of the server that the environment names', async () => {
  const integrity = `sha384-${'a'.repeat(64)}`
  const at = (version: string) => ({ manifest: `/remotes/one/${version}/release.json`, integrity })
  const releases = { '1.0.0': at('1.0.0'), '1.1.0': at('1.1.0'), '1.2.0': at('1.2.0') }
  const rules = [
    { version: '1.2.0', percentage: 20 },
    { version: '1.0.0', tenants: ['a', 'b'] },
  ]
  const entry = { name: 'one', routes: ['/one'], active: '1.1.0', previous: '1.0.0', releases, rules }
  const files: Readonly<Record<string, string>> = {
    '/remotes.json': JSON.stringify({ remotes: [entry] }),
    '/broken/remotes.json': '{ "remotes": 1 }',
    '/page/remotes.json': '<html>',
  }
  const server = createServer(({ url = '' }, response) =>
    response.writeHead(files[url] ? 200 : 404).end(files[url]),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const here = { RELEASE_HOST: host }
    const { output } = await run('list', [], here)
    expect(output.split('\n').map((line) => line.replaceAll(/ +/g, ' ').trim())).toEqual([
      'one /one',
      '1.2.0 20 % of browsers',
      '1.1.0 active',
      '1.0.0 previous, 2 tenants',
      '',
    ])
    expect(await run('list', ['two'], here)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^No release of two is active here: .*not activated it\.\n$/),
    })
    for (const [folder, reason] of [
      ['broken', 'remotes.json has an unknown format (remotes'],
      ['page', 'remotes.json is not valid JSON'],
      ['nowhere', 'remotes.json returned HTTP 404'],
    ])
      expect(await run('list', ['--host', `${host}/${folder}`])).toMatchObject({
        code: 1,
        errors: expect.stringContaining(reason ?? ''),
      })
  } finally {
    server.close()
  }
})

it('prints a system error on one line', async () => {
  const file = join(folder, 'notes.txt', 'team.pem')
  const { code, errors } = await run('key', [file])
  expect([code, errors]).toEqual([1, expect.stringMatching(/^.*cannot be written: ENOTDIR: .*\.\n$/)])
})

it('reports the URL of a server that cannot be reached', async () => {
  const { code, errors } = await run('list', ['--host', 'http://127.0.0.1:9'])
  expect(code).toBe(1)
  expect(errors).toContain('http://127.0.0.1:9/remotes.json cannot be reached')
  expect(errors).not.toContain('    at ')
})
