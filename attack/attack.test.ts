import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { codes } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { type Suite, startSuite } from '../apps/server/src/app/test-kit/index.ts'
import { tenantAdministrator } from '../apps/server/src/modules/access/index.ts'
import {
  addMembership,
  addUser,
  password,
  secretSentTo,
} from '../apps/server/src/modules/identity/sign-in/test-kit/index.ts'
import { attack } from './attack.ts'

// Attacks make thousands of calls, and some start processes.
jest.setTimeout(180_000)

/** The number of requests is the limit, so that a busy machine makes as many, only later. */
const short = { seconds: 100, requests: 1_200 }

const open: Server[] = []

afterAll(() => {
  for (const server of open) server.close()
})

/** Starts a server that responds to everything in one way. */
async function flawed(listener: RequestListener): Promise<string> {
  // Headers of any length are allowed, because the listener would not see requests that the HTTP parser rejects.
  const server = createServer({ maxHeaderSize: 4_000_000 }, listener).listen(0, '127.0.0.1')
  open.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('the suite', () => {
  let suite: Suite

  beforeAll(async () => {
    suite = await startSuite()
  })

  afterAll(() => suite.close())

  it('withstands every attack', async () => {
    const administrator = { name: 'admin', password: 'Admin0Password' }
    const { id, userName } = await addUser(suite.database)
    await addMembership(suite.database, id, tenantAdministrator.id)
    const origin = new URL(suite.server.api).origin
    const outcomes = await attack({
      ...short,
      requests: 2_300,
      origin,
      administrator,
      tenantAdministrator: { name: userName, password },
      readSecret: (address) => secretSentTo(suite.database, address),
    })
    expect(
      outcomes.flatMap(({ name, findings }) => findings.map((finding) => `${name}: ${finding}`)),
    ).toEqual([])
    expect(outcomes.filter(({ skipped }) => skipped)).toEqual([])
    expect(Math.min(...outcomes.map(({ requests }) => requests))).toBeGreaterThan(10)
  })
})

describe('the page about security', () => {
  const root = resolve(import.meta.dirname, '..')
  const readPage = () => readFile(join(root, 'docs/security.md'), 'utf8')

  it('names only tests that exist', async () => {
    const named = [...(await readPage()).matchAll(/`([^`\s]+\.(?:test|spec)\.tsx?)`/g)].map(
      ([, path = '']) => path,
    )
    const isThere = (path: string) =>
      existsSync(join(root, 'apps/server/src', path)) || existsSync(join(root, path))
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((path) => path.endsWith('.tsx'))).not.toEqual([])
    expect(named.filter((path) => !isThere(path))).toEqual([])
  })

  it('contains a command that attacks and prints its findings', async () => {
    const [, command = ''] = /```sh\nnpx -y pnpm@12 attack (.*)\n```/.exec(await readPage()) ?? []
    const origin = await flawed((_request, response) => response.writeHead(500).end('{"code":500}'))
    const values = command.replace('http://127.0.0.1:8080', origin).replace('60', '20').split(' ')
    const run = spawn(process.execPath, [join(root, 'attack/main.ts'), ...values, '--requests', '50'])
    const [output, [exitCode]] = await Promise.all([text(run.stdout), once(run, 'exit')])
    expect(output).toMatch(/fuzzed fields +50 +50 /)
    expect(output).toMatch(/skipped, no platform administrator was given/)
    expect(exitCode).toBe(1)
  })

  it('has a command that rejects another machine unless this is intended', async () => {
    const run = spawn(process.execPath, [join(root, 'attack/main.ts'), '--url', 'http://192.0.2.1'])
    const [output, [exitCode]] = await Promise.all([text(run.stderr), once(run, 'exit')])
    expect(output).toMatch(/another machine/)
    expect(exitCode).toBe(2)
  })
})

describe('a server with a flaw', () => {
  it('is found if it fails, breaks off or discloses its internals', async () => {
    for (const listener of [
      (_request, response) => response.writeHead(500).end('{"code":500}'),
      (request) => request.socket.destroy(),
      (_request, response) => response.end('{"code":200,"message":"syntax error at or near \\"drop\\""}'),
    ] satisfies RequestListener[]) {
      const outcomes = await attack({ ...short, requests: 20, origin: await flawed(listener) })
      expect(outcomes.find(({ name }) => name === 'fuzzed fields')?.findings).toHaveLength(20)
      expect(outcomes.filter(({ skipped }) => skipped)).toHaveLength(7)
    }
  })

  it('is found if many connections keep it from serving another client', async () => {
    const held = new Set<unknown>()
    const origin = await flawed((request, response) => {
      held.add(request.socket)
      // Simulates a server that is out of files or memory.
      if (held.size > 50) request.socket.destroy()
      else response.end('{"code":200}')
    })
    const outcomes = await attack({ ...short, requests: 1_000, origin })
    const { findings = [] } = outcomes.find(({ name }) => name === 'resource exhaustion') ?? {}
    expect(findings.length).toBeGreaterThan(0)
    expect(findings.join()).toMatch(/during 100 connections .+, another client got no response/)
  })

  it('is found by every attack if it accepts everything', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const der = publicKey.export({ type: 'spki', format: 'der' })
    const kept: string[] = []
    const data = { keyId: 'k', publicKey: der.toString('base64'), time: Date.now(), token: 't' }
    const origin = await flawed(async (request, response) => {
      for await (const chunk of request) kept.push(String(chunk).slice(0, 500))
      // Discloses to every client everything that any client has sent.
      const result = {
        code: codes.ok,
        data: { ...data, list: [{ id: '1' }], positionList: [], kept: kept.slice(-50) },
      }
      response.end(JSON.stringify(result))
    })
    const account = { name: 'anybody', password: 'Anybody0Password' }
    const outcomes = await attack({
      ...short,
      requests: 400,
      origin,
      administrator: account,
      readSecret: async () => 'key',
    })
    const found = outcomes.filter(({ findings }) => findings.length > 0).map(({ name }) => name)
    const ofInvitations = outcomes.find(({ name }) => name === 'invitations')?.findings
    expect(ofInvitations).toContain('a withdrawn invitation is accepted')
    expect(found).toEqual([
      ...[
        'replay',
        'races',
        'unverified contacts',
        'invitations',
        'OpenID provider',
        'ids of another tenant',
      ],
    ])
  })
})
