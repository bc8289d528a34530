import { codes, type Envelope, parseProfile } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import {
  addUser,
  hashCount,
  solvedCaptcha,
  startServer,
  trySignIn,
  twoServers,
} from '../sign-in/test-kit/index.ts'

const { database, server } = twoServers()

const wrong = 'Wrong0Password'
const elsewhere = '203.0.113.9'

const guess = async (userName: string, address?: string) =>
  trySignIn(server, { userName, password: wrong, address, ...(await solvedCaptcha(database)) })

const guessTimes = async (times: number, userName: string): Promise<void> => {
  for (let time = 0; time < times; time++) await guess(userName)
}

/** Returns the response of an attempt and the number of passwords compared. */
const measured = async (attempt: Promise<Envelope>) => {
  const before = await hashCount()
  const envelope = await attempt
  return { envelope, hashes: (await hashCount()) - before }
}

describe('counting failures', () => {
  it('requires a captcha after more than three failures of a name and address', async () => {
    const { userName } = await addUser(database)
    for (let time = 1; time <= 4; time++)
      expect((await trySignIn(server, { userName, password: wrong })).code).toBe(codes.badCredentials)
    expect(await measured(trySignIn(server, { userName }))).toMatchObject({
      envelope: { code: codes.captchaNeeded },
      hashes: 0,
    })
    expect((await trySignIn(server, { userName, address: elsewhere })).code).toBe(codes.ok)
    expect((await trySignIn(server, { userName, ...(await solvedCaptcha(database)) })).code).toBe(codes.ok)
  })

  it('restarts after the right password', async () => {
    const { userName } = await addUser(database)
    await guessTimes(3, userName)
    expect((await trySignIn(server, { userName })).code).toBe(codes.ok)
    await guessTimes(3, userName)
    expect((await trySignIn(server, { userName })).code).toBe(codes.ok)
  })

  it('accepts each captcha once, within two minutes and with its own text', async () => {
    const { userName } = await addUser(database)
    await guessTimes(4, userName)
    const used = await solvedCaptcha(database)
    expect((await trySignIn(server, { userName, password: wrong, ...used })).code).toBe(codes.badCredentials)
    const misread = await solvedCaptcha(database)
    expect((await trySignIn(server, { userName, ...misread, captcha: 'XXXX' })).code).toBe(
      codes.badCredentials,
    )
    const late = await solvedCaptcha(database)
    const expiry = { expiresAt: sql<Date>`expires_at - interval '120 seconds'` }
    await database.owner.updateTable('captcha').set(expiry).where('key', '=', late.checkKey).execute()
    for (const spent of [used, misread, late])
      expect((await trySignIn(server, { userName, ...spent })).code).toBe(codes.badCredentials)
    const lowerCase = await solvedCaptcha(database)
    const captcha = lowerCase.captcha.toLowerCase()
    expect((await trySignIn(server, { userName, ...lowerCase, captcha })).code).toBe(codes.ok)
  })

  it('locks only the pair, after ten failures, for a quarter of an hour', async () => {
    const { userName } = await addUser(database)
    await guessTimes(10, userName)
    expect((await trySignIn(server, { userName, ...(await solvedCaptcha(database)) })).code).toBe(
      codes.badCredentials,
    )
    expect((await trySignIn(server, { userName, address: elsewhere })).code).toBe(codes.ok)
    const past = { lockedUntil: sql<Date>`locked_until - interval '15 minutes'` }
    await database.owner.updateTable('loginFailure').set(past).where('nameKey', '=', userName).execute()
    expect((await trySignIn(server, { userName })).code).toBe(codes.captchaNeeded)
    expect((await trySignIn(server, { userName, ...(await solvedCaptcha(database)) })).code).toBe(codes.ok)
  })

  it('locks the pair after the failures and for the time set in the profile', async () => {
    const limits = { signIn: { lockAfter: 4, lockMinutes: 60 } }
    const strict = await startServer(database, parseProfile({ limits }))
    const { userName } = await addUser(database)
    for (let time = 0; time < 4; time++) await trySignIn(strict, { userName, password: wrong })
    const locked = await database.owner
      .selectFrom('loginFailure')
      .select(sql<boolean>`locked_until > now() + interval '59 minutes'`.as('long'))
      .where('nameKey', '=', userName)
      .where('lockedUntil', 'is not', null)
      .execute()
    expect(locked).toEqual([{ long: true }])
    expect((await trySignIn(strict, { userName, ...(await solvedCaptcha(database)) })).code).toBe(
      codes.badCredentials,
    )
    await strict.close()
  })

  it('responds to a wrong password, an unknown name, a lock and a locked user in the same way, with the same work', async () => {
    const known = await addUser(database)
    const lockedPair = await addUser(database)
    const lockedUser = await addUser(database, { status: '1' })
    const withoutPassword = await addUser(database, { passwordHash: null })
    await guessTimes(10, lockedPair.userName)
    const responses = [
      await measured(guess(known.userName)),
      await measured(guess('nobody-of-this-name')),
      await measured(
        trySignIn(server, { userName: lockedPair.userName, ...(await solvedCaptcha(database)) }),
      ),
      await measured(trySignIn(server, { userName: lockedUser.userName })),
      await measured(trySignIn(server, { userName: withoutPassword.userName })),
    ]
    expect(responses[0]).toMatchObject({ envelope: { code: codes.badCredentials }, hashes: 1 })
    for (const response of responses) expect(response).toEqual(responses[0])
  })

  it('counts an unknown name like a known one', async () => {
    const userName = 'still-nobody'
    for (let time = 1; time <= 4; time++) await trySignIn(server, { userName })
    expect((await trySignIn(server, { userName })).code).toBe(codes.captchaNeeded)
  })

  it('slows down guessing from many addresses', async () => {
    const { userName } = await addUser(database)
    for (let time = 0; time < 21; time++) await guess(userName, `203.0.113.${100 + time}`)
    expect((await trySignIn(server, { userName, address: elsewhere })).code).toBe(codes.captchaNeeded)
    const counts = database.owner.updateTable('loginFailure').where('nameKey', '=', userName)
    await counts.where('address', '=', '*').set({ failures: 100 }).execute()
    const stranger = { userName, address: elsewhere, ...(await solvedCaptcha(database)) }
    expect((await trySignIn(server, stranger)).code).toBe(codes.badCredentials)
  })
})
