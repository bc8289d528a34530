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

/** Signs a user in on a device, new or known. @returns the cookie that is there afterwards */
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

describe('a device that somebody has signed in on', () => {
  it('lets them in while others fail for their name from the same address', async () => {
    const { userName } = await addUser(database)
    const address = newAddress()
    const cookie = await signInOn(userName, undefined, address)
    await guessTimes(10, userName, { address })
    const stranger = { userName, address, ...(await solvedCaptcha(database)) }
    expect(await trySignIn(server, stranger)).toMatchObject({ code: codes.badCredentials })
    expect(await trySignIn(server, { userName, address, cookie })).toMatchObject({ code: codes.ok })
  })

  it('lets them in, on any server, while others fail for their name from everywhere', async () => {
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

  it('asks for no captcha there when its address has sprayed', async () => {
    const { userName } = await addUser(database)
    const address = newAddress()
    const cookie = await signInOn(userName, undefined, address)
    await countFailures(database, { nameKey: '', address }, 1000)
    expect(await trySignIn(server, { userName, address })).toMatchObject({ code: codes.captchaNeeded })
    expect(await trySignIn(server, { userName, address, cookie })).toMatchObject({ code: codes.ok })
  })

  it('counts its own failures by itself, and they lock nothing else', async () => {
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

  it('is known for codes too', async () => {
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

  it('knows the last ten of those who share it', async () => {
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
  it('lets nobody in by itself, and discloses nothing', async () => {
    const { id, userName } = await addUser(database)
    const cookie = await signInOn(userName)
    expect(cookie).toMatch(/^atrium_device=v1\.[\w-]{22}\.\d+-[\da-f]{32}$/)
    expect(cookie).not.toContain(id)
    expect(await send(server, userInfo, {}, { cookie })).toMatchObject({ code: codes.noSession })
    const wrongAttempt = await trySignIn(server, { userName, password: wrong, cookie })
    expect(wrongAttempt).toMatchObject({ code: codes.badCredentials })
  })

  it('is left with the browser alone, for the calls of this server', async () => {
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

  it('is that of its users: no other name, no other device, and not for longer than 90 days', async () => {
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
