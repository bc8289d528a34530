import { randomBytes } from 'node:crypto'
import { changePassword, codes, type Envelope, type PasswordContents, signIn } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import {
  addUser,
  encrypt,
  encryptUnder,
  hashCount,
  loginKeyNow,
  password,
  send,
  signInAs,
  trySignIn,
  twoServers,
} from '../sign-in/test-kit/index.ts'

const { database, server, other, serverOf } = twoServers()

const rejected = { code: codes.invalid, errors: [{ field: 'password' }], data: null }

/** Prepares a sign-in, as an attacker could capture it. */
const captured = async (changed: Partial<PasswordContents> = {}) => {
  const { userName } = await addUser(database)
  const wanted = { password, purpose: 'sign-in', name: userName, ...changed } as const
  return { userName, password: await encrypt(server, wanted) }
}

const replay = (
  { userName, password }: { userName: string; password: string },
  to = server,
): Promise<Envelope> => send(to, signIn, { userName, password })

const failuresOf = (userName: string) =>
  database.owner.selectFrom('loginFailure').selectAll().where('nameKey', '=', userName).execute()

describe('an encrypted password', () => {
  it('signs in once, and never again on any server', async () => {
    const body = await captured()
    expect(await replay(body)).toMatchObject({ code: codes.ok })
    expect(await replay(body)).toMatchObject(rejected)
    expect(await replay(body, other)).toMatchObject(rejected)
  })

  it('is used up even if the password is wrong, so that it cannot be replayed later', async () => {
    const body = await captured({ password: 'Later0Password' })
    expect(await replay(body)).toMatchObject({ code: codes.badCredentials })
    expect(await replay(body, other)).toMatchObject(rejected)
  })

  it('is accepted once in twenty parallel attempts over two servers', async () => {
    const body = await captured()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => replay(body, serverOf(index))),
    )
    expect(responses.filter(({ code }) => code === codes.ok)).toHaveLength(1)
    // Parallel attempts count as failures until they are recognised as replays, so some require a captcha.
    const rejections: number[] = [codes.invalid, codes.captchaNeeded]
    expect(responses.filter(({ code }) => rejections.includes(code))).toHaveLength(19)
  })

  it('is valid for five minutes by the server’s clock, and not before', async () => {
    const { time } = await loginKeyNow(server)
    const at = async (seconds: number) => replay(await captured({ issuedAt: time + seconds * 1000 }))
    expect(await at(-300)).toMatchObject(rejected)
    expect(await at(-240)).toMatchObject({ code: codes.ok })
    expect(await at(120)).toMatchObject(rejected)
  })

  it.each(['change-old', 'due-change-old', 'reset', 'registration', 'contact-change'] as const)(
    'cannot sign in if it was made for %s',
    async (purpose) => {
      expect(await replay(await captured({ purpose }))).toMatchObject(rejected)
    },
  )

  it('cannot serve as the old or new password of a change if it was made for sign-in', async () => {
    const { userName } = await addUser(database)
    const token = await signInAs(server, userName)
    const made = (purpose: PasswordContents['purpose'], chosen = password) =>
      encrypt(server, { password: chosen, purpose, name: userName })
    const change = async (old: Promise<string>, chosen: Promise<string>) =>
      send(server, changePassword, { password: await old, newPassword: await chosen }, { token })
    const next = 'Next0Password'
    expect(await change(made('sign-in'), made('change-new', next))).toMatchObject(rejected)
    expect(await change(made('change-old'), made('sign-in', next))).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'newPassword' }],
    })
    // The two passwords of a change cannot be swapped either.
    expect(await change(made('change-new'), made('change-old', next))).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'password' }, { field: 'newPassword' }],
    })
    expect(await change(made('change-old'), made('change-new', next))).toMatchObject({ code: codes.ok })
  })

  it('works only for its own user, regardless of the case of the name', async () => {
    const { userName } = await addUser(database)
    expect(await replay({ ...(await captured()), userName })).toMatchObject(rejected)
    const { password: sent } = await captured({ name: ` ${userName.toUpperCase()} ` })
    expect(await replay({ userName, password: sent })).toMatchObject({ code: codes.ok })
  })

  it('must belong to the session’s user, not to the user named in the body', async () => {
    const { userName } = await addUser(database)
    const stranger = await addUser(database)
    const token = await signInAs(server, userName)
    const of = (name: string, purpose: PasswordContents['purpose'], chosen: string) =>
      encrypt(server, { password: chosen, purpose, name })
    const input = {
      userName: stranger.userName,
      password: await of(stranger.userName, 'change-old', password),
      newPassword: await of(userName, 'change-new', 'Next0Password'),
    }
    expect(await send(server, changePassword, input, { token })).toMatchObject(rejected)
  })

  it('is rejected if any part was changed or the version is old', async () => {
    const body = await captured()
    const parts = body.password.split('.')
    for (const [index, part] of parts.entries()) {
      const flipped = (part.startsWith('A') ? 'B' : 'A') + part.slice(1)
      const changed = parts.with(index, index === 0 ? 'v1' : flipped).join('.')
      expect(await replay({ ...body, password: changed })).toMatchObject(rejected)
    }
    expect(await replay(body)).toMatchObject({ code: codes.ok })
  })

  it('is rejected if its content is invalid', async () => {
    const { userName } = await addUser(database)
    const key = await loginKeyNow(server)
    const nonce = randomBytes(16).toString('base64url')
    const right = { password, purpose: 'sign-in', name: userName, issuedAt: key.time, nonce }
    const wrong = [
      password,
      'null',
      '[]',
      ...[{ nonce: 'short' }, { nonce: `${nonce}\0` }, { nonce: 'n'.repeat(65) }, { nonce: 1 }].map(
        (changed) => JSON.stringify({ ...right, ...changed }),
      ),
      ...[-1, 2 ** 53, Number.MAX_SAFE_INTEGER, 1.5, 'now', null].map((issuedAt) =>
        JSON.stringify({ ...right, issuedAt }),
      ),
      ...['password', 'purpose', 'name', 'issuedAt', 'nonce'].map((missing) =>
        JSON.stringify({ ...right, [missing]: undefined }),
      ),
    ]
    for (const text of wrong)
      expect(await replay({ userName, password: encryptUnder(text, key) })).toMatchObject(rejected)
    expect(await replay({ userName, password: encryptUnder(JSON.stringify(right), key) })).toMatchObject({
      code: codes.ok,
    })
  })

  it('is rejected if another field of the request has the same nonce', async () => {
    const { userName: name } = await addUser(database)
    const token = await signInAs(server, name)
    const nonce = randomBytes(16).toString('base64url')
    const input = {
      password: await encrypt(server, { password, purpose: 'change-old', name, nonce }),
      newPassword: await encrypt(server, { password: 'Next0Password', purpose: 'change-new', name, nonce }),
    }
    expect(await send(server, changePassword, input, { token })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'newPassword' }],
    })
  })
})

describe('a used or expired password', () => {
  it('is neither counted as a guess nor compared, whether or not the user exists', async () => {
    const body = await captured()
    await replay(body)
    const nobody = `nobody-${randomBytes(4).toString('hex')}`
    const strange = { userName: nobody, password: await encrypt(server, { ...made(nobody), issuedAt: 0 }) }
    const before = await hashCount()
    const responses = [await replay(strange)]
    for (let time = 1; time <= 25; time++) responses.push(await replay(body))
    for (const response of responses) expect(response).toEqual(responses[0])
    expect(await hashCount()).toBe(before)
    expect((await failuresOf(nobody)).filter(({ failures }) => failures > 0)).toEqual([])
    expect((await failuresOf(body.userName)).filter(({ failures }) => failures > 0)).toEqual([])
    expect(await trySignIn(server, { userName: body.userName })).toMatchObject({ code: codes.ok })
  })
})

const made = (name: string) => ({ password, purpose: 'sign-in', name }) as const
