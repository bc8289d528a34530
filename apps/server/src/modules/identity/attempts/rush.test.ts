import { codes, signIn } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { addUser, encrypt, hashCount, send, solvedCaptcha, twoServers } from '../sign-in/test-kit/index.ts'

const { database, server, serverOf } = twoServers()

interface Rush {
  readonly userName: string
  readonly captchas: readonly { captcha: string; checkKey: string }[]
}

/** Sends one wrong attempt per captcha, all in parallel over two servers. Returns the response codes. */
const rush = async ({ userName, captchas }: Rush): Promise<number[]> => {
  const wrong = { password: 'Wrong0Password', purpose: 'sign-in', name: userName } as const
  const passwords = await Promise.all(captchas.map(() => encrypt(server, wrong)))
  const responses = captchas.map((captcha, index) =>
    send(serverOf(index), signIn, { userName, password: passwords[index] ?? '', ...captcha }),
  )
  return (await Promise.all(responses)).map(({ code }) => code)
}

const none = { captcha: '', checkKey: '' }

const failuresOf = async (userName: string): Promise<{ failures: number; locked: boolean }[]> => {
  const rows = await database.owner
    .selectFrom('loginFailure')
    .selectAll()
    .where('nameKey', '=', userName)
    .orderBy('address', 'desc')
    .execute()
  return rows.map(({ failures, lockedUntil }) => ({ failures, locked: lockedUntil !== null }))
}

const count = (all: readonly number[], code: number): number => all.filter((one) => one === code).length

describe('fifty parallel attempts', () => {
  it('compare four passwords before a captcha is required', async () => {
    const { userName } = await addUser(database)
    const before = await hashCount()
    const answered = await rush({ userName, captchas: Array(50).fill(none) })
    expect((await hashCount()) - before).toBe(4)
    expect(count(answered, codes.badCredentials)).toBe(4)
    expect(count(answered, codes.captchaNeeded)).toBe(46)
    expect(await failuresOf(userName)).toEqual([
      { failures: 4, locked: false },
      { failures: 4, locked: false },
    ])
  })

  it('compare ten passwords with captchas before the pair is locked', async () => {
    const { userName } = await addUser(database)
    const captchas = await Promise.all(Array.from({ length: 50 }, () => solvedCaptcha(database)))
    const answered = await rush({ userName, captchas })
    expect(count(answered, codes.badCredentials)).toBe(50)
    expect(await failuresOf(userName)).toEqual([
      { failures: 10, locked: true },
      { failures: 10, locked: false },
    ])
  })

  it('can use a captcha only once', async () => {
    const { userName } = await addUser(database)
    await rush({ userName, captchas: Array(4).fill(none) })
    const captcha = await solvedCaptcha(database)
    const before = await hashCount()
    await rush({ userName, captchas: Array(50).fill(captcha) })
    expect((await hashCount()) - before).toBe(1)
  })
})
