import {
  changePassword,
  changePasswordByName,
  codes,
  forgotReset,
  forgotSendCode,
  type PasswordPurpose,
  signIn,
  signInByPhone,
  ssoSignIn,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { recordTally } from '../../../platform/audit/failed-sign-ins.ts'
import { seal, verify } from '../../../platform/audit/test-kit/index.ts'
import {
  addReachable,
  addUser,
  encrypt,
  newAddress,
  newPhone,
  password,
  type Sender,
  send,
  signInAs,
  startSso,
  trySignIn,
} from '../sign-in/test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

/** Returns the failures recorded from an address. Each test uses its own addresses. */
const failuresFrom = (address: string) =>
  suite.database.owner
    .selectFrom('auditEvent')
    .select(['tenantId', 'call', 'actorId', 'actorName', 'entityId', 'after'])
    .where('entity', '=', 'failed_sign_in')
    .where(sql<string>`after ->> 'address'`, '=', address)
    .orderBy('sequence')
    .execute()

const wrong = 'Wrong0Password'
const fail = (userName: string, sender: Sender) =>
  trySignIn(suite.server, { userName, password: wrong, ...sender })

describe('a failed sign-in', () => {
  it('is in the audit trail with address and name, which is hidden for unknown names', async () => {
    const [user, address] = [await addUser(suite.database), newAddress()]
    const before = suite.database.owner.selectFrom('session').selectAll()
    const sessions = await before.execute()
    expect(await fail(` ${user.userName.toUpperCase()}`, { address })).toMatchObject({
      code: codes.badCredentials,
    })
    await fail('nobody.here', { address })
    const common = { tenantId: '0', call: '/sys/login', actorId: null }
    expect(await failuresFrom(address)).toEqual([
      {
        ...common,
        actorName: user.userName,
        entityId: user.id,
        after: { name: user.userName, address, code: codes.badCredentials },
      },
      {
        ...common,
        actorName: '***',
        entityId: '',
        after: {
          name: '***',
          nameDigest: expect.stringMatching(/^[\da-f]{16}$/),
          address,
          code: codes.badCredentials,
        },
      },
    ])
    expect(await before.execute()).toEqual(sessions)
  })

  it('is sealed like any other event', async () => {
    const address = newAddress()
    await fail('sealed.one', { address })
    await seal(suite.database)
    expect((await verify(suite.database)).faults).toEqual([])
    await sql`update audit_event set after = '{}' where after ->> 'address' = ${address}`.execute(
      suite.database.owner,
    )
    expect((await verify(suite.database)).faults.join()).toMatch(/an event was changed/)
  })

  it('is also recorded when a captcha is required or the name is locked', async () => {
    const [{ userName }, address] = [await addUser(suite.database), newAddress()]
    for (let n = 0; n < 4; n += 1) await fail(userName, { address })
    expect(await fail(userName, { address })).toMatchObject({ code: codes.captchaNeeded })
    const { nameKey } = await suite.database.owner
      .updateTable('loginFailure')
      .set({ lockedUntil: sql<Date>`now() + interval '1 hour'`, failures: 0 })
      .where('address', '=', address)
      .returning('nameKey')
      .executeTakeFirstOrThrow()
    expect(nameKey).toBe(userName)
    await trySignIn(suite.server, { userName, address })
    const tried = (await failuresFrom(address)).map(({ after }) => (after as { code: number }).code)
    expect(tried).toEqual([...Array(4).fill(codes.badCredentials), codes.captchaNeeded, codes.badCredentials])
  })

  it('never shows a password typed as the name, but recognises the same input again', async () => {
    const address = newAddress()
    const typed = [
      'Summer2026',
      'summer2026',
      'SUMMER2026',
      'adminSummer',
      'summer horse',
      '20260723',
      'Other.One',
    ]
    for (const name of typed) await fail(name, { address })
    const found = await failuresFrom(address)
    expect(JSON.stringify(found)).not.toMatch(/summer|20260723|other/i)
    const digests = found.map(({ after }) => (after as { nameDigest: string }).nameDigest)
    expect(found.map(({ actorName }) => actorName)).toEqual(typed.map(() => '***'))
    // Names are compared regardless of case.
    expect(new Set(digests).size).toBe(5)
    expect([digests[1], digests[2]]).toEqual([digests[0], digests[0]])
  })

  it('stores no unknown name in any counting table', async () => {
    const [address, typed] = [newAddress(), 'typed.0Password']
    await fail(typed, { address })
    await send(suite.server, forgotSendCode, { userName: typed }, { address })
    const reset = await encrypt(suite.server, { password: 'Newer0Password', purpose: 'reset', name: typed })
    const code = { userName: typed, phone: '13800000000', authCode: '000000', password: reset }
    const again = await encrypt(suite.server, { password: 'Newer0Password', purpose: 'reset', name: typed })
    await send(suite.server, forgotReset, { ...code, rePassword: again }, { address })
    const { rows } = await sql`
      select name_key from login_failure where name_key ilike '%typed.0%'
      union all select bucket from rate_limit where bucket ilike '%typed.0%'
      union all select subject from one_time_code where subject ilike '%typed.0%'
      union all select after::text from audit_event where after::text ilike '%typed.0%'`.execute(
      suite.database.owner,
    )
    expect(rows).toEqual([])
    // The failures still count.
    const counted = await suite.database.owner
      .selectFrom('loginFailure')
      .select('failures')
      .where('address', '=', address)
      .where('nameKey', 'like', '@nobody %')
      .execute()
    expect(counted).toEqual([{ failures: 2 }])
  })

  it('is also recorded when a captured request is replayed', async () => {
    const [{ id, userName }, address] = [await addUser(suite.database), newAddress()]
    const captured = await encrypt(suite.server, { password, purpose: 'sign-in', name: userName })
    const sendIt = () => send(suite.server, signIn, { userName, password: captured }, { address })
    expect([(await sendIt()).code, (await sendIt()).code]).toEqual([codes.ok, codes.invalid])
    expect(await failuresFrom(address)).toMatchObject([{ entityId: id, after: { code: codes.invalid } }])
  })

  it('is not recorded for an invalid request or a successful sign-in', async () => {
    const [{ userName }, address] = [await addUser(suite.database), newAddress()]
    await trySignIn(suite.server, { userName, address })
    await send(suite.server, changePasswordByName, { username: userName } as never, { address })
    expect(await failuresFrom(address)).toEqual([])
  })

  it('has the signed-in user as its actor if they guess their own password', async () => {
    const [{ id, userName }, address] = [await addUser(suite.database), newAddress()]
    const token = await signInAs(suite.server, userName)
    const old = await encrypt(suite.server, { password: wrong, purpose: 'change-old', name: userName })
    const chosen = { password: 'Newer0Password', purpose: 'change-new', name: userName } as const
    const newPassword = await encrypt(suite.server, chosen)
    await send(suite.server, changePassword, { password: old, newPassword }, { token, address })
    expect(await failuresFrom(address)).toMatchObject([
      { call: '/sys/user/password', actorId: id, actorName: userName, entityId: id },
    ])
  })
})

describe('every other way of signing in records its failures', () => {
  it('by a code sent to a phone, for users and unknown numbers', async () => {
    const [{ id, userName, phone }, address] = [await addReachable(suite.database), newAddress()]
    const other = newPhone()
    for (const tried of [phone, other]) {
      await send(suite.server, signInByPhone, { phone: tried, phoneCaptcha: '000000' }, { address })
    }
    expect(await failuresFrom(address)).toMatchObject([
      { call: '/sys/login/checkAuthCode', entityId: id, after: { name: userName, code: codes.badCode } },
      { entityId: '', after: { name: other, code: codes.badCode } },
    ])
  })

  it('by the identity provider, for unknown users, locked users and cancelled sign-ins', async () => {
    const [{ id, userName, email }, address] = [
      await addReachable(suite.database, { status: '1', emailValid: 0 }),
      newAddress(),
    ]
    const tried = ['stranger@hospital.example', email]
    for (const [index, address_] of tried.entries()) {
      const { url, cookie } = await startSso(suite.server)
      const account = { sub: `failed-${index}`, email: address_, email_verified: true }
      await send(suite.server, ssoSignIn, await suite.issuer.signIn(url, account), { cookie, address })
    }
    await send(suite.server, ssoSignIn, { error: 'access_denied' } as never, { address })
    expect(await failuresFrom(address)).toMatchObject([
      {
        call: '/sys/ssoLogin',
        entityId: '',
        after: { name: 'stranger@hospital.example', code: codes.notFound },
      },
      { entityId: id, after: { name: userName, code: codes.forbidden } },
      { entityId: '', after: { name: '', code: codes.badCode } },
    ])
  })

  it('by a password change without a session, and by the code for a forgotten password', async () => {
    const [{ id, userName }, address] = [await addUser(suite.database), newAddress()]
    const sent = (password: string, purpose: PasswordPurpose) =>
      encrypt(suite.server, { password, purpose, name: userName })
    const old = await sent(wrong, 'due-change-old')
    const newPassword = await sent('Newer0Password', 'due-change-new')
    await send(
      suite.server,
      changePasswordByName,
      { username: userName, password: old, newPassword },
      { address },
    )
    const reset = {
      userName,
      phone: '13800000000',
      authCode: '000000',
      password: await sent('Newer0Password', 'reset'),
      rePassword: await sent('Newer0Password', 'reset'),
    }
    await send(suite.server, forgotReset, reset, { address })
    expect(await failuresFrom(address)).toMatchObject([
      { call: '/sys/user/username/password', entityId: id, after: { code: codes.badCredentials } },
      { call: '/account/forget/check/auth', entityId: id, after: { code: codes.badCode } },
    ])
  })
})

describe('spraying', () => {
  const tallied = () => suite.database.owner.selectFrom('failedSignInTally').select('failures').execute()
  const useUp = (kind: 'user' | 'nobody', max: number) =>
    suite.database.owner
      .updateTable('rateLimit')
      .set({ used: max })
      .where('bucket', 'like', `failed:${kind}:%`)
      .execute()

  it('fills the audit trail up to a daily limit, then records only the number of failures', async () => {
    const [user, address] = [await addUser(suite.database), newAddress()]
    await fail('first.of.the.day', { address })
    await useUp('nobody', 1_000)
    for (const name of ['a', 'b', 'c']) await fail(name, { address })
    // User names have a limit of their own, which unknown names do not use up.
    await fail(user.userName, { address })
    expect((await failuresFrom(address)).map(({ actorName }) => actorName)).toEqual(['***', user.userName])
    expect(await tallied()).toEqual([{ failures: 3 }])
    await recordTally(suite.database.db)
    expect(await tallied()).toEqual([{ failures: 3 }])
    await suite.database.owner
      .updateTable('failedSignInTally')
      .set({ since: sql<Date>`since - interval '11 minutes'` })
      .execute()
    await Promise.all([recordTally(suite.database.db), recordTally(suite.database.db)])
    expect(await tallied()).toEqual([])
    const recorded = await suite.database.owner
      .selectFrom('auditEvent')
      .select(['after'])
      .where(sql<string>`after ->> 'failures'`, 'is not', null)
      .execute()
    expect(recorded).toMatchObject([{ after: { failures: 3, since: expect.any(String) } }])
  })
})
