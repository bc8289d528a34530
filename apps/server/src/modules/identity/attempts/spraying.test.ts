import { codes, parseProfile, sendSignInCode, signInByPhone } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import {
  addReachable,
  addUser,
  anotherCode,
  countFailures,
  failuresOf,
  hashCount,
  newAddress,
  secretSentTo,
  send,
  solvedCaptcha,
  trySignIn,
  twoServers,
} from '../sign-in/test-kit/index.ts'

const { database, server, serverOf } = twoServers()

const captchaAfter = parseProfile({}).limits.signIn.addressCaptchaAfter
const wrong = 'Wrong0Password'
const ofAddress = (address: string) => failuresOf(database, '', address)
/** Returns an address with the given number of failures already counted. */
const sprayed = async (failures: number) => {
  const address = newAddress()
  await countFailures(database, { nameKey: '', address }, failures)
  return address
}

describe('one password tried on many names from one address', () => {
  it('requires a captcha from the limit on, counted across two servers', async () => {
    const address = await sprayed(captchaAfter - 9)
    const before = await hashCount()
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        trySignIn(serverOf(index), { userName: `sprayed-${index}`, password: wrong, address }),
      ),
    )
    expect(responses.filter(({ code }) => code === codes.badCredentials)).toHaveLength(10)
    expect(responses.filter(({ code }) => code === codes.captchaNeeded)).toHaveLength(30)
    expect((await hashCount()) - before).toBe(10)
  })

  it('is stopped by the captcha, while others can still sign in', async () => {
    const { userName } = await addUser(database)
    const address = await sprayed(captchaAfter + 1)
    expect(await trySignIn(server, { userName, address })).toMatchObject({ code: codes.captchaNeeded })
    const solved = await solvedCaptcha(database)
    expect(await trySignIn(server, { userName, address, ...solved })).toMatchObject({ code: codes.ok })
    expect(await trySignIn(server, { userName, address: newAddress() })).toMatchObject({ code: codes.ok })
  })

  it('counts an IPv6 network as one address', async () => {
    await trySignIn(server, { userName: 'nobody-6a', address: '2001:db8:5:5::1' })
    await trySignIn(server, { userName: 'nobody-6b', address: '2001:db8:5:5::2' })
    expect(await ofAddress('2001:db8:5:5::/64')).toBe(2)
  })

  it('is not reset by the attacker’s own account', async () => {
    const { userName } = await addUser(database)
    const address = await sprayed(captchaAfter)
    for (let time = 0; time < 2; time++)
      expect(await trySignIn(server, { userName, address })).toMatchObject({ code: codes.ok })
    expect(await ofAddress(address)).toBe(captchaAfter)
  })

  it('restarts its count after a day, even if the address stays busy', async () => {
    const address = await sprayed(captchaAfter + 1)
    const yesterday = { countedSince: sql<Date>`now() - interval '25 hours'` }
    await database.owner.updateTable('loginFailure').set(yesterday).where('address', '=', address).execute()
    await trySignIn(server, { userName: 'nobody-today', address })
    expect(await ofAddress(address)).toBe(1)
  })

  it('counts together with attempts by code', async () => {
    const { phone } = await addReachable(database)
    const address = newAddress()
    await send(server, sendSignInCode, { phone }, { address })
    const code = await secretSentTo(database, phone)
    await send(server, signInByPhone, { phone, phoneCaptcha: anotherCode(code) }, { address })
    expect(await ofAddress(address)).toBe(1)
    expect(await send(server, signInByPhone, { phone, phoneCaptcha: code }, { address })).toMatchObject({
      code: codes.ok,
    })
    expect(await ofAddress(address)).toBe(1)
  })
})

describe('fifty people behind one address', () => {
  it('sign in without a captcha on new devices, after two mistakes each', async () => {
    const address = newAddress()
    const people = await Promise.all(Array.from({ length: 50 }, () => addUser(database)))
    const responses = await Promise.all(
      people.map(async ({ userName }, index) => {
        for (let time = 0; time < 2; time++)
          await trySignIn(serverOf(index), { userName, password: wrong, address })
        return trySignIn(serverOf(index), { userName, address })
      }),
    )
    expect(responses.map(({ code }) => code)).toEqual(people.map(() => codes.ok))
  })
})
