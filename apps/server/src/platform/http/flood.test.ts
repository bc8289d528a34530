import { once } from 'node:events'
import { connect } from 'node:net'
import { codes, parseProfile } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { testApp } from '../../app/test-kit/index.ts'

let database: TestDatabase
let app: Awaited<ReturnType<typeof testApp>>

beforeAll(async () => {
  database = await createTestDatabase()
  const profile = parseProfile({ embeddingOrigins: ['https://portal.example'] })
  app = await testApp(database.db, { profile, floodLimits: { requests: 3, files: 5 } })
})

afterAll(async () => {
  await app.close()
  await database.close()
})

const from = (address: string, headers: Record<string, string> = {}, url = '/api/health') =>
  app.inject({
    url,
    remoteAddress: '127.0.0.1',
    headers: { 'x-forwarded-for': address, ...headers },
  })

describe('a flood from one address', () => {
  it('is rejected, while other addresses are not', async () => {
    const statuses = []
    for (let count = 0; count < 5; count++) statuses.push((await from('192.0.2.7')).statusCode)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect((await from('192.0.2.7')).json()).toMatchObject({ code: 429, message: '请求过于频繁，请稍后再试' })
    expect((await from('192.0.2.8')).statusCode).toBe(200)
  })

  it('is rejected before the caller is identified', async () => {
    const info = () => from('192.0.2.10', { authorization: 'no session of ours' }, '/api/sys/user/info')
    const responses = []
    for (let count = 0; count < 4; count++) responses.push((await info()).json().code)
    expect(responses).toEqual([codes.noSession, codes.noSession, codes.noSession, 429])
  })

  it('is rejected for files too, which are counted separately from calls', async () => {
    const file = async () => (await from('192.0.2.11', {}, '/profile.json')).statusCode
    const missing = async () => (await from('192.0.2.11', {}, '/shell/none.js')).statusCode
    const statuses = []
    for (let count = 0; count < 3; count++) statuses.push(await file(), await missing())
    expect(statuses).toEqual([200, 404, 200, 404, 200, 429])
    expect((await from('192.0.2.11')).statusCode).toBe(200)
    expect((await from('192.0.2.12', {}, '/profile.json')).statusCode).toBe(200)
  })

  it('counts the addresses of one IPv6 network together', async () => {
    const statuses = []
    for (let host = 1; host <= 4; host++) statuses.push((await from(`2001:db8:1:2::${host}`)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect((await from('2001:db8:1:3::1')).statusCode).toBe(200)
  })
})

describe('a request that trickles in', () => {
  it('loses its connection after a time limit', async () => {
    const impatient = await testApp(database.db, { arrivalLimit: 50 })
    const { port } = new URL(await impatient.listen({ host: '127.0.0.1', port: 0 }))
    const socket = connect(Number(port), '127.0.0.1')
    socket.write('POST /api/sys/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n')
    socket.write('content-length: 100\r\n\r\n{')
    await once(socket, 'close')
    await impatient.close()
  })
})

describe('an embedding page', () => {
  it('may call the API only from the profile’s origins', async () => {
    const allowed = await from('192.0.2.9', { origin: 'https://portal.example' })
    expect(allowed.headers['access-control-allow-origin']).toBe('https://portal.example')
    expect(allowed.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    const other = await from('192.0.2.9', { origin: 'https://evil.example' })
    expect(other.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('may frame the suite from an origin in frameAncestors, but not call the API from there', async () => {
    const profile = parseProfile({ frameAncestors: ['https://portal.example'] })
    const framed = await testApp(database.db, { profile })
    const { headers } = await framed.inject({
      url: '/api/health',
      headers: { origin: 'https://portal.example' },
    })
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self' https://portal.example")
    expect(headers['access-control-allow-origin']).toBeUndefined()
    await framed.close()
  })
})

const statuses = async (forwarded: readonly string[], remoteAddress = '127.0.0.1') => {
  const found = []
  for (const list of forwarded) {
    const headers = { 'x-forwarded-for': list }
    found.push((await app.inject({ url: '/api/health', remoteAddress, headers })).statusCode)
  }
  return found
}

describe('the flood counter', () => {
  it('counts by address only, with any port and any trusted proxies', async () => {
    const ports = ['198.51.100.1:1', '198.51.100.1:2', '198.51.100.1, 127.0.0.1:9', '198.51.100.1:4']
    expect(await statuses(ports)).toEqual([200, 200, 200, 429])
  })

  it('counts by the socket’s address if the forwarded one is invalid', async () => {
    expect(await statuses(['*', 'unknown', '<script>', '1.2.3.4.5'], '127.0.0.9')).toEqual([
      200, 200, 200, 429,
    ])
  })

  it('counts by the socket’s address if its proxy is not trusted', async () => {
    const made = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']
    expect(await statuses(made, '203.0.113.1')).toEqual([200, 200, 200, 429])
  })
})
