import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { testApp } from '../../app/test-kit/index.ts'
import { withPool } from '../database/connect.ts'
import type { Database } from '../database/index.ts'
import { createPool } from '../database/pool.ts'

let database: TestDatabase
/** A database at a port where nothing listens. */
const unreachableDatabase = withPool(createPool('postgres://nobody@127.0.0.1:1/none'))
const apps: FastifyInstance[] = []

const appOver = async (db: Kysely<Database>, isOpen = () => true) => {
  const app = await testApp(db, { isOpen })
  apps.push(app)
  return app
}

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(async () => {
  for (const app of apps) await app.close()
  await unreachableDatabase.destroy()
  await database.close()
})

describe('health', () => {
  it('reports that the process is running and can serve calls', async () => {
    const app = await appOver(database.db)
    expect((await app.inject('/api/health')).statusCode).toBe(200)
    expect((await app.inject('/api/ready')).statusCode).toBe(200)
  })

  it('reports that the server is not ready while it starts, and rejects all calls', async () => {
    let open = false
    const app = await appOver(database.db, () => open)
    expect((await app.inject('/api/health')).statusCode).toBe(200)
    for (const url of ['/api/ready', '/api/sys/login/key', '/profile.json']) {
      const { statusCode, headers } = await app.inject(url)
      expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
    open = true
    expect((await app.inject('/api/ready')).statusCode).toBe(200)
  })

  it('is not ready while the database is unavailable, when calls get 503', async () => {
    const app = await appOver(unreachableDatabase)
    expect((await app.inject('/api/health')).statusCode).toBe(200)
    expect((await app.inject('/api/ready')).statusCode).toBe(503)
    const call = await app.inject({ url: '/api/sys/user/info', headers: { authorization: 'x' } })
    expect(call.statusCode).toBe(503)
    expect(call.json()).toMatchObject({ code: 503, success: false, message: '服务暂不可用，请稍后再试' })
  })
})
