import { codes, parseProfile, sendSignInCode, signInByPhone, userInfo } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import {
  addReachable,
  addUser,
  countFailures,
  encrypt,
  failuresOf,
  newAddress,
  password,
  secretSentTo,
  secrets,
  send,
  solvedCaptcha,
  startServer,
  trySignIn,
  twoServers,
} from '../sign-in/test-kit/index.ts'

const { database, server, other } = twoServers()

const wrong = 'Wrong0Password'

/**
 * Signs in a user on a new or known device.
 * @returns the device's cookie after the sign-in
 */
const signInOn = async (userName: string, cookie?: string, address = newAddress()): Promise<string> => {
  let left = ''
  const onCookie = (found: string) => {
    left = found
  }
  expect(await trySignIn(server, { userName, address, cookie, onCookie })).toMatchObject({ code: codes.ok })
  return left
}

const guessTimes = async (times: number, userName: string, from: { address: string; cookie?: string }) => {
  for (let time = 0; time < times; time++)
    await trySignIn(server, { userName, password: wrong, ...from, ...(await solvedCaptcha(database)) })
}

describe('a known device', () => {
  it('lets its user in despite failures by others from the same address', async () => {
    const { userName } = await addUser(database)
    const address = newAddress()
    const cookie = await signInOn(userName, undefined, address)
    await guessTimes(10, userName, { address })
    const stranger = { userName, address, ...(await solvedCaptcha(database)) }
    expect(await trySignIn(server, stranger)).toMatchObject({ code: codes.badCredentials })
    expect(await trySignIn(server, { userName, address, cookie })).toMatchObject({ code: codes.ok })
  })

  it('lets its user in on any server despite failures by others from many addresses', async () => {
    const { userName } = await addUser(database)
    const cookie = await signInOn(userName)
    await countFailures(database, { nameKey: userName, address: '*' }, 100)
    const stranger = { userName, address: newAddress(), ...(await solvedCaptcha(database)) }
    expect(await trySignIn(server, stranger)).toMatchObject({ code: codes.badCredentials })
    for (const any of [server, other])
      expect(await trySignIn(any, { userName, address: newAddress(), cookie })).toMatchObject({
        code: codes.ok,
      })
  })

  it('requires no captcha after its address tried many names', async () => {
    const { userName } = await addUser(database)
    const address = newAddress()
    const cookie = await signInOn(userName, undefined, address)
    await countFailures(database, { nameKey: '', address }, 1000)
    expect(await trySignIn(server, { userName, address })).toMatchObject({ code: codes.captchaNeeded })
    expect(await trySignIn(server, { userName, address, cookie })).toMatchObject({ code: codes.ok })
  })

  it('has its own failure count, which locks nothing else', async () => {
    const { userName } = await addUser(database)
    const address = newAddress()
    const cookie = await signInOn(userName, undefined, address)
    for (let time = 0; time < 4; time++)
      await trySignIn(server, { userName, password: wrong, address, cookie })
    expect(await trySignIn(server, { userName, address, cookie })).toMatchObject({
      code: codes.captchaNeeded,
    })
    await guessTimes(6, userName, { address, cookie })
    const locked = { userName, address, cookie, ...(await solvedCaptcha(database)) }
    expect(await trySignIn(server, locked)).toMatchObject({ code: codes.badCredentials })
    expect(await failuresOf(database, userName, '*')).toBe(0)
    expect(await failuresOf(database, '', address)).toBe(0)
    expect(await trySignIn(server, { userName, address })).toMatchObject({ code: codes.ok })
  })

  it('is also recognised when signing in with a code', async () => {
    const { userName, phone } = await addReachable(database)
    const address = newAddress()
    const cookie = await signInOn(userName, undefined, address)
    await countFailures(database, { nameKey: `@phone ${phone}`, address }, 9)
    await send(server, signInByPhone, { phone, phoneCaptcha: '000000' }, { address })
    await send(server, sendSignInCode, { phone }, { address, cookie })
    const phoneCaptcha = await secretSentTo(database, phone)
    const input = { phone, phoneCaptcha }
    expect(await send(server, signInByPhone, input, { address })).toMatchObject({ code: codes.badCode })
    expect(await send(server, signInByPhone, input, { address, cookie })).toMatchObject({ code: codes.ok })
  })

  it('remembers the last ten users who signed in on it', async () => {
    const people = await Promise.all(Array.from({ length: 11 }, () => addUser(database)))
    let cookie: string | undefined
    for (const { userName } of people) cookie = await signInOn(userName, cookie)
    const known = []
    for (const { userName } of people) {
      await countFailures(database, { nameKey: userName, address: '*' }, 100)
      const from = { cookie, address: newAddress(), ...(await solvedCaptcha(database)) }
      known.push((await trySignIn(server, { userName, ...from })).code === codes.ok)
    }
    expect(known).toEqual([false, ...Array(10).fill(true)])
  })
})

describe('the cookie of a device', () => {
  it('does not authenticate anyone and reveals nothing', async () => {
    const { id, userName } = await addUser(database)
    const cookie = await signInOn(userName)
    expect(cookie).toMatch(/^atrium_device=v1\.[\w-]{22}\.\d+-[\da-f]{32}$/)
    expect(cookie).not.toContain(id)
    expect(await send(server, userInfo, {}, { cookie })).toMatchObject({ code: codes.noSession })
    const wrongAttempt = await trySignIn(server, { userName, password: wrong, cookie })
    expect(wrongAttempt).toMatchObject({ code: codes.badCredentials })
  })

  it('is visible only to the browser and sent only to this server’s API', async () => {
    const { userName } = await addUser(database)
    const cookieOf = async (api: { api: string }) => {
      const body = {
        userName,
        password: await encrypt(api, { password, purpose: 'sign-in', name: userName }),
      }
      const { headers } = await fetch(`${api.api}/sys/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress() },
        body: JSON.stringify(body),
      })
      return headers.getSetCookie()
    }
    const attributes = 'Max-Age=7776000; Path=/api; HttpOnly'
    expect(await cookieOf(server)).toEqual([expect.stringContaining(`; ${attributes}; SameSite=Lax`)])
    const secure = await startServer(database, parseProfile({ publicUrl: 'https://atrium.example' }))
    expect(await cookieOf(secure)).toEqual([expect.stringContaining(`; ${attributes}; Secure; SameSite=Lax`)])
    await secure.close()
  })

  it('is valid only for its users and device, for 90 days', async () => {
    const owner = await addUser(database)
    const stranger = await addUser(database)
    const [mine, theirs] = [await signInOn(owner.userName), await signInOn(stranger.userName)]
    const [, id = ''] = mine.split('.')
    const signed = (at: number) =>
      `atrium_device=v1.${id}.${at}-${secrets.digest('device', JSON.stringify([id, owner.id, at])).slice(0, 32)}`
    const now = Math.floor(Date.now() / 1000)
    const otherDevice = `${theirs.split('.').slice(0, 2).join('.')}.${mine.split('.')[2]}`
    const changed = mine.slice(0, -1) + (mine.endsWith('0') ? '1' : '0')
    await countFailures(database, { nameKey: owner.userName, address: '*' }, 100)
    const codeWith = async (cookie: string) => {
      const from = { cookie, address: newAddress(), ...(await solvedCaptcha(database)) }
      return (await trySignIn(server, { userName: owner.userName, ...from })).code
    }
    for (const cookie of [theirs, otherDevice, changed, 'atrium_device=v1', signed(now - 91 * 86_400)])
      expect(await codeWith(cookie)).toBe(codes.badCredentials)
    for (const cookie of [mine, signed(now - 89 * 86_400)]) expect(await codeWith(cookie)).toBe(codes.ok)
  })
})
