import { captcha, codes } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { newAddress, send, twoServers } from '../sign-in/test-kit/index.ts'

const { database, server } = twoServers()

describe('a captcha', () => {
  it('has a picture and a key, lasts two minutes, and stores only a keyed hash of its text', async () => {
    const { data } = await send(server, captcha, {})
    expect(data?.image).toMatch(/^data:image\/png;base64,iVBOR/)
    const rows = await database.owner
      .selectFrom('captcha')
      .select(['answerHash', sql<number>`extract(epoch from expires_at - created_at)`.as('seconds')])
      .where('key', '=', data?.key ?? '')
      .execute()
    expect(rows).toMatchObject([{ answerHash: expect.stringMatching(/^[\da-f]{64}$/), seconds: 120 }])
  })

  it('is limited to three hundred an hour for each address', async () => {
    const address = newAddress()
    expect(await send(server, captcha, {}, { address })).toMatchObject({ code: codes.ok })
    const spent = database.owner.updateTable('rateLimit').where('bucket', '=', `draw:${address}`)
    await spent.set({ used: 299 }).execute()
    const drawn = await Promise.all([1, 2, 3].map(() => send(server, captcha, {}, { address })))
    expect(drawn.map(({ code }) => code).sort()).toEqual([codes.ok, codes.limitReached, codes.limitReached])
    expect(await send(server, captcha, {}, { address: newAddress() })).toMatchObject({ code: codes.ok })
  })
})
