import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { anybody, call, codes, noData, noFields } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { testApp } from '../../app/test-kit/index.ts'
import { handle } from './route.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

const slow = call({
  method: 'POST',
  path: '/test/slow',
  summary: 'takes a second',
  access: anybody,
  effect: 'read',
  request: noFields,
  response: noData,
})

describe('a server that is stopped', () => {
  it('finishes the requests in flight and accepts no new ones', async () => {
    const route = handle(slow, async ({ trx }) => {
      await sql`select pg_sleep(1)`.execute(trx)
      return null
    })
    const app = await testApp(database.db, { routes: [route] })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const response = fetch(`${address}/api/test/slow`, { method: 'POST' })
    await sleep(300)
    const begun = Date.now()
    const closed = app.close()
    expect(await (await response).json()).toMatchObject({ code: codes.ok })
    await closed
    // The client keeps its connections alive, which must not delay the stop.
    expect(Date.now() - begun).toBeLessThan(20_000)
    await expect(fetch(`${address}/api/health`)).rejects.toThrow()
  })

  it('does not wait for connections without a request', async () => {
    const app = await testApp(database.db)
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const accepted = once(app.server, 'connection')
    const socket = connect(Number(port), '127.0.0.1')
    await accepted
    const ended = once(socket, 'close')
    socket.resume()
    await Promise.all([app.close(), ended])
  })
})
