import { codes, signIn } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import {
  addUser,
  countFailures,
  encrypt,
  failuresOf,
  hashCount,
  newAddress,
  password,
  send,
  trySignIn,
  twoServers,
} from '../sign-in/test-kit/index.ts'
import { queueLimits } from './hashing.ts'
import { withRealCost } from './test-kit/cost.ts'

withRealCost()

const { database, server } = twoServers()

const encryptFor = (name: string, secret = password) =>
  encrypt(server, { password: secret, purpose: 'sign-in', name })

/** Prepares attempts with unknown names, to be started at once from one address. */
const rushOf = async (count: number) => {
  const address = newAddress()
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const userName = `${address}-${index}`
      const encrypted = await encryptFor(userName)
      return () => send(server, signIn, { userName, password: encrypted }, { address })
    }),
  )
}

describe('a rush from one address', () => {
  it('delays other addresses by one or two hashes only', async () => {
    const { userName } = await addUser(database)
    const encrypted = await encryptFor(userName)
    const rush = await rushOf(queueLimits.perAddress)
    const before = await hashCount()
    let answered = 0
    const rushing = rush.map(async (attempt) => {
      await attempt()
      answered += 1
    })
    // All attempts are counted by now, and most wait for their turn to hash.
    while ((await hashCount()) - before < 3) await new Promise(setImmediate)
    const answeredBefore = answered
    const result = await send(server, signIn, { userName, password: encrypted }, { address: newAddress() })
    const meanwhile = answered - answeredBefore
    expect(result).toMatchObject({ code: codes.ok })
    // In order of arrival it would be the last of a hundred.
    expect(meanwhile).toBeLessThan(queueLimits.perAddress / 2)
    await Promise.all(rushing)
  })

  it('is turned away at its limit with a retry time, and without counting failures', async () => {
    const address = newAddress()
    const { userName } = await addUser(database)
    const bodies = await Promise.all(
      Array.from({ length: queueLimits.perAddress + 1 }, async () =>
        JSON.stringify({ userName, password: await encryptFor(userName) }),
      ),
    )
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address, language: 'en' }
    const come = (body: string) => fetch(`${server.api}/sys/login`, { method: 'POST', headers, body })
    const turnedAway = Promise.withResolvers<Response>()
    const under = await database.owner.transaction().execute(async (trx) => {
      // The lock stops all attempts until one has been turned away.
      await sql`lock table login_failure in access exclusive mode`.execute(trx)
      const begun = bodies.map(async (body) => {
        const response = await come(body)
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
    // The password is right, so each attempt removes its own failure.
    expect(await failuresOf(database, '', address)).toBe(0)
    expect(server.log()).not.toContain('call failed')
    const other = await addUser(database)
    expect(await trySignIn(server, { userName: other.userName, address })).toMatchObject({ code: codes.ok })
  })
})

describe('a password that cannot be decrypted', () => {
  const broken = async (userName: string) => {
    const [version, , ...rest] = (await encryptFor(userName)).split('.')
    return [version, 'another-key', ...rest].join('.')
  }

  it('counts for the address before it is decrypted, but is not a guess of the name', async () => {
    const { userName } = await addUser(database)
    const address = newAddress()
    const attempt = { userName, password: await broken(userName) }
    for (let time = 0; time < 12; time++)
      expect(await send(server, signIn, attempt, { address })).toMatchObject({ code: codes.invalid })
    expect(await failuresOf(database, '', address)).toBe(12)
    expect(await failuresOf(database, userName, address)).toBe(0)
    expect(await failuresOf(database, userName, '*')).toBe(0)
    expect(await trySignIn(server, { userName, address })).toMatchObject({ code: codes.ok })
  })

  it('is not even decrypted once the limit of its address is used up', async () => {
    const { userName } = await addUser(database)
    const address = newAddress()
    await countFailures(database, { nameKey: '', address }, 1000)
    const attempt = { userName, password: await broken(userName) }
    expect(await send(server, signIn, attempt, { address })).toMatchObject({ code: codes.captchaNeeded })
  })
})
