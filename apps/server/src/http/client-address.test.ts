import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../test-support/index.ts'
import { parseAddress, trusting } from './client-address.ts'
import { testApp } from './test-kit/index.ts'

describe('an address that is forwarded', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:65535', '192.0.2.1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['*', undefined],
    ['unknown', undefined],
    ['192.0.2.1:port', undefined],
    ['192.0.2.256', undefined],
    ['3221225985', undefined],
    ['', undefined],
  ])('%j is %j', (text, address) => {
    expect(parseAddress(text)).toBe(address)
  })

  it('is a proxy’s where the list has it, whatever port it has', () => {
    const isTrusted = trusting('loopback, 10.0.0.0/8')
    expect(['127.0.0.1', '10.1.2.3:8080', '[::1]:80', '::ffff:10.0.0.1'].map(isTrusted)).not.toContain(false)
    expect(['192.0.2.1', '*', '', '::ffff:192.0.2.1'].map(isTrusted)).not.toContain(true)
  })
})

let database: TestDatabase
let app: Awaited<ReturnType<typeof testApp>>

beforeAll(async () => {
  database = await createTestDatabase()
  app = await testApp(database.db, { floodLimit: 3 })
})

afterAll(async () => {
  await app.close()
  await database.close()
})

const statuses = async (forwarded: readonly string[], remoteAddress = '127.0.0.1') => {
  const found = []
  for (const list of forwarded) {
    const headers = { 'x-forwarded-for': list }
    found.push((await app.inject({ url: '/api/health', remoteAddress, headers })).statusCode)
  }
  return found
}

describe('floods are counted', () => {
  it('by the address alone, whatever port it comes from and by whichever proxies', async () => {
    const ports = ['198.51.100.1:1', '198.51.100.1:2', '198.51.100.1, 127.0.0.1:9', '198.51.100.1:4']
    expect(await statuses(ports)).toEqual([200, 200, 200, 429])
  })

  it('by the socket’s address where what is forwarded is none', async () => {
    expect(await statuses(['*', 'unknown', '<script>', '1.2.3.4.5'], '127.0.0.9')).toEqual([
      200, 200, 200, 429,
    ])
  })

  it('by the socket’s address where its proxy is not trusted', async () => {
    const made = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']
    expect(await statuses(made, '203.0.113.1')).toEqual([200, 200, 200, 429])
  })
})
