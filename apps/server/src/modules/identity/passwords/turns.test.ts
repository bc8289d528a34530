import { codes, signIn } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import {
  addUser,
  encrypt,
  failuresOf,
  hashCount,
  identityOfFile,
  newAddress,
  password,
  send,
  trySignIn,
} from '../test-kit/index.ts'
import { places } from './hashing.ts'

const { database, server } = identityOfFile()

/** As many attempts of names that nobody has, at once from one address. */
const rush = async (count: number, address: string) => {
  const encrypted = await encrypt(server, 'Wrong0Password')
  return Array.from({ length: count }, (_, index) =>
    send(server, signIn, { userName: `${address}-${index}`, password: encrypted }, { address }),
  )
}

describe('a rush from one address', () => {
  it('has somebody at another one wait for a hash or two, not for all of its own', async () => {
    const { userName } = await addUser(database)
    const encrypted = await encrypt(server, password)
    const before = await hashCount()
    let answered = 0
    const rushing = (await rush(places.perAddress, newAddress())).map(async (attempt) => {
      await attempt
      answered += 1
    })
    // All of them are counted, and most wait for their turn to hash.
    while ((await hashCount()) - before < 3) await new Promise(setImmediate)
    const answeredBefore = answered
    const answer = await send(server, signIn, { userName, password: encrypted }, { address: newAddress() })
    const meanwhile = answered - answeredBefore
    expect(answer).toMatchObject({ code: codes.ok })
    // By order: behind all that came before it would be the last of a hundred.
    expect(meanwhile).toBeLessThan(places.perAddress / 2)
    await Promise.all(rushing)
  })

  it('is turned away at its limit with the time to try again, and what is turned away does not count', async () => {
    const address = newAddress()
    const { userName } = await addUser(database)
    const body = JSON.stringify({ userName, password: await encrypt(server, password) })
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address, language: 'en' }
    const come = () => fetch(`${server.api}/sys/login`, { method: 'POST', headers, body })
    const turnedAway = Promise.withResolvers<Response>()
    const under = await database.owner.transaction().execute(async (trx) => {
      // Nobody gets on until one has been turned away.
      await sql`lock table login_failure in access exclusive mode`.execute(trx)
      const begun = Array.from({ length: places.perAddress + 1 }, async () => {
        const response = await come()
        if (response.status === 503) turnedAway.resolve(response)
        return response.status
      })
      const response = await turnedAway.promise
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(await response.json()).toMatchObject({ code: 503, success: false, message: expect.any(String) })
      return begun
    })
    const statuses = await Promise.all(under)
    expect(statuses.filter((status) => status === 503)).toHaveLength(1)
    // Of a right password, each takes its own failure back.
    expect(await failuresOf(database, '', address)).toBe(0)
    expect(server.log()).not.toContain('call failed')
    const other = await addUser(database)
    expect(await trySignIn(server, { userName: other.userName, address })).toMatchObject({ code: codes.ok })
  })
})

describe('a password that is no good', () => {
  it('is counted before it is opened', async () => {
    const { userName } = await addUser(database)
    const address = newAddress()
    const [version, , ...rest] = (await encrypt(server, password)).split('.')
    const broken = [version, 'another-key', ...rest].join('.')
    for (let time = 0; time < 4; time++)
      expect(await send(server, signIn, { userName, password: broken }, { address })).toMatchObject({
        code: codes.invalid,
      })
    expect(await send(server, signIn, { userName, password: broken }, { address })).toMatchObject({
      code: codes.captchaNeeded,
    })
  })
})
