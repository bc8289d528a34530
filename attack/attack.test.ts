import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { codes } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../apps/server/src/http/test-kit/index.ts'
import { tenantAdministrator } from '../apps/server/src/modules/access/index.ts'
import { addMembership, addUser, password } from '../apps/server/src/modules/identity/test-kit/index.ts'
import { attack } from './attack.ts'

/** Bound by requests: a busy machine gets through as many, later. */
const short = { seconds: 100, requests: 1_200 }

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
      ...{ ...short, origin, administrator },
      tenantAdministrator: { name: userName, password },
    })
    expect(
      outcomes.flatMap(({ name, findings }) => findings.map((finding) => `${name}: ${finding}`)),
    ).toEqual([])
    expect(outcomes.map(({ skipped }) => skipped)).toEqual([undefined, undefined, undefined, undefined])
    expect(Math.min(...outcomes.map(({ requests }) => requests))).toBeGreaterThan(10)
  })
})

describe('a server with a flaw', () => {
  const open: Server[] = []

  afterAll(() => {
    for (const server of open) server.close()
  })

  /** A server that answers everything in one way. */
  async function flawed(listener: RequestListener): Promise<string> {
    const server = createServer(listener).listen(0, '127.0.0.1')
    open.push(server)
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  it('that fails, breaks off or tells of its insides is found', async () => {
    for (const listener of [
      (_request, response) => response.writeHead(500).end('{"code":500}'),
      (request) => request.socket.destroy(),
      (_request, response) => response.end('{"code":200,"message":"syntax error at or near \\"drop\\""}'),
    ] satisfies RequestListener[]) {
      const outcomes = await attack({ ...short, requests: 20, origin: await flawed(listener) })
      expect(outcomes.find(({ name }) => name === 'fuzzed fields')?.findings).toHaveLength(20)
      expect(outcomes.filter(({ skipped }) => skipped)).toHaveLength(3)
    }
  })

  it('that takes everything is found by every attack', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const der = publicKey.export({ type: 'spki', format: 'der' })
    const kept: string[] = []
    const data = { keyId: 'k', publicKey: der.toString('base64'), time: Date.now(), token: 't' }
    const origin = await flawed(async (request, response) => {
      for await (const chunk of request) kept.push(String(chunk).slice(0, 500))
      // Whoever asks is told of everything that anybody has sent.
      const answer = { code: codes.ok, data: { ...data, list: [{ id: '1' }], kept: kept.slice(-50) } }
      response.end(JSON.stringify(answer))
    })
    const account = { name: 'anybody', password: 'Anybody0Password' }
    const outcomes = await attack({ ...short, requests: 400, origin, administrator: account })
    const found = outcomes.filter(({ findings }) => findings.length > 0).map(({ name }) => name)
    expect(found).toEqual(['replay', 'races', 'ids of another tenant'])
  })
})
