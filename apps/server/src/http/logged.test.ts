import { Writable } from 'node:stream'
import { anybody, call, noData, nothing } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../test-support/index.ts'
import { createLogger } from '../observability/index.ts'
import { handle } from './index.ts'
import { testApp } from './test-kit/index.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

const failing = call({
  ...{ method: 'POST', path: '/test/failing', summary: 'writes what may not be', access: anybody },
  ...{ effect: 'read', request: nothing, answer: noData },
})

describe('a call that fails', () => {
  it('is logged with its reason, but without the row that the database would not take', async () => {
    const lines: string[] = []
    const sink = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk))
        done()
      },
    })
    const route = handle(failing, async ({ trx }) => {
      await sql`insert into session (token_hash, user_id, expires_at)
        values ('the hash of a token', 'nobody', null)`.execute(trx)
      return null
    })
    const app = await testApp(database.db, { routes: [route], logger: createLogger('trace', sink) })
    expect(await app.inject({ method: 'POST', url: '/api/test/failing' })).toMatchObject({ statusCode: 500 })
    await app.close()
    expect(lines.join('')).toContain('violates not-null constraint')
    expect(lines.join('')).not.toContain('the hash of a token')
  })
})
