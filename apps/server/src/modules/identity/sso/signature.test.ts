import { generateKeyPairSync, sign } from 'node:crypto'
import { codes, parseProfile, ssoSignIn } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import {
  addReachable,
  newPhone,
  type RunningServer,
  send,
  startIssuer,
  startServer,
  startSso,
  type TestIssuer,
} from '../sign-in/test-kit/index.ts'

const { publicUrl } = parseProfile({})
let database: TestDatabase
let issuer: TestIssuer
let server: RunningServer

beforeAll(async () => {
  database = await createTestDatabase()
  issuer = await startIssuer({ publicUrl })
  await issuer.warmUp()
  server = await startServer(
    database,
    parseProfile({ sso: { issuer: issuer.url, clientId: issuer.clientId } }),
  )
})

afterAll(async () => {
  await server.close()
  await issuer.close()
  await database.close()
})

/** Signs in at the provider as a user whom both sides know, and returns to the suite. */
const enter = async () => {
  const { email } = await addReachable(database)
  const { url, cookie } = await startSso(server)
  const returned = await issuer.signIn(url, { sub: `subject-${newPhone()}`, email, email_verified: true })
  return send(server, ssoSignIn, { code: '', ...returned }, { cookie })
}

type Part = Record<string, unknown>
const encode = (part: Part): string => Buffer.from(JSON.stringify(part)).toString('base64url')
const decode = (part = ''): Part => JSON.parse(Buffer.from(part, 'base64url').toString())
const partsOf = (idToken: string) => {
  const [header, claims, signature = ''] = idToken.split('.')
  return { header: decode(header), claims: decode(claims), signature }
}
const unsigned = (header: Part, claims: Part): string => `${encode(header)}.${encode(claims)}`

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const signed = (text: string): string =>
  `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`

const rejected = { code: codes.badCode, data: null, message: '本次统一身份认证登录已失效，请重新登录' }

describe('a look-alike e-mail address', () => {
  const enterAs = async (addressOf: (email: string) => string) => {
    const phone = newPhone()
    const email = `ordinary.k${phone}@hospital.example`
    await addReachable(database, { email, emailKey: email })
    const { url, cookie } = await startSso(server)
    const account = { sub: `subject-${phone}`, email: addressOf(email), email_verified: true }
    return send(server, ssoSignIn, { code: '', ...(await issuer.signIn(url, account)) }, { cookie })
  }

  it.each([
    ['in full-width letters', (email: string) => email.replace('o', 'ｏ')],
    ['with the kelvin sign', (email: string) => email.replace('k', '\u212a')],
    ['with a space', (email: string) => ` ${email}`],
  ])('%s is treated as different', async (_, addressOf) => {
    expect(await enterAs(addressOf)).toMatchObject({ code: codes.notFound, data: null })
  })

  it('in capitals is treated as equal', async () => {
    expect(await enterAs((email) => email.toUpperCase())).toMatchObject({ code: codes.ok })
  })
})

describe('an ID token', () => {
  afterAll(() => issuer.forge((idToken) => idToken))

  it.each<[string, (idToken: string) => string]>([
    [
      'signed with another key under the issuer’s key id',
      (idToken) => {
        const { header, claims } = partsOf(idToken)
        return signed(unsigned(header, claims))
      },
    ],
    [
      'signed with a key that the issuer does not publish',
      (idToken) => {
        const { header, claims } = partsOf(idToken)
        return signed(unsigned({ ...header, kid: 'another' }, claims))
      },
    ],
    [
      'changed after it was signed',
      (idToken) => {
        const { header, claims, signature } = partsOf(idToken)
        return `${unsigned(header, { ...claims, email: 'victim@hospital.example' })}.${signature}`
      },
    ],
    [
      'without any signature algorithm',
      (idToken) => `${unsigned({ ...partsOf(idToken).header, alg: 'none' }, partsOf(idToken).claims)}.`,
    ],
    ['without a subject', (idToken) => issuer.resign(idToken, (claims) => ({ ...claims, sub: '' }))],
    [
      'that was issued two minutes from now',
      (idToken) => issuer.resign(idToken, (claims) => ({ ...claims, iat: Date.now() / 1000 + 120 })),
    ],
    ['without its signature', (idToken) => `${idToken.split('.').slice(0, 2).join('.')}.`],
  ])('%s is rejected', async (_, make) => {
    issuer.forge(make)
    expect(await enter()).toMatchObject(rejected)
    issuer.forge((idToken) => idToken)
    expect(await enter()).toMatchObject({ code: codes.ok })
  })

  it('is accepted from a clock that is some seconds ahead', async () => {
    issuer.forge((idToken) =>
      issuer.resign(idToken, (claims) => ({ ...claims, iat: Math.floor(Date.now() / 1000) + 30 })),
    )
    expect(await enter()).toMatchObject({ code: codes.ok })
    issuer.forge((idToken) => idToken)
  })

  it('is accepted under the issuer’s new key once the cached keys are a few seconds old', async () => {
    expect(await enter()).toMatchObject({ code: codes.ok })
    issuer.rotate()
    const later = performance.now() + 60_000
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => later)
    try {
      expect(await enter()).toMatchObject({ code: codes.ok })
    } finally {
      clock.mockRestore()
    }
  })
})
