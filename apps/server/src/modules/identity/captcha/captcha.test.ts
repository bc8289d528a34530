import { captcha } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import type { TestDatabase } from '../../../../test-support/index.ts'
import { type RunningServer, send, startIdentity } from '../test-kit/index.ts'

let database: TestDatabase
let server: RunningServer
let close: () => Promise<void>

beforeAll(async () => {
  ;({ database, server, close } = await startIdentity())
})

afterAll(() => close())

describe('a captcha', () => {
  it('is a picture and a key, for two minutes, its text stored as a keyed hash alone', async () => {
    const { data } = await send(server, captcha, {})
    expect(data?.image).toMatch(/^data:image\/png;base64,iVBOR/)
    const rows = await database.owner
      .selectFrom('captcha')
      .select(['answerHash', sql<number>`extract(epoch from expires_at - created_at)`.as('seconds')])
      .where('key', '=', data?.key ?? '')
      .execute()
    expect(rows).toMatchObject([{ answerHash: expect.stringMatching(/^[\da-f]{64}$/), seconds: 120 }])
  })

  it('is cleared away after its time', async () => {
    await send(server, captcha, {})
    await database.owner
      .updateTable('captcha')
      .set({ expiresAt: sql<Date>`now() - interval '1 second'` })
      .execute()
    await send(server, captcha, {})
    expect(await database.owner.selectFrom('captcha').select('key').execute()).toHaveLength(1)
  })
})
