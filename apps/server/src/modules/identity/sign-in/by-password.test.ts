import { codes, signIn, userInfo } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { addUser, encrypt, password, send, trySignIn, twoServers } from './test-kit/index.ts'

const { database, server } = twoServers()

const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * 60 * 60 * 1000)

describe('signing in', () => {
  it('returns a token that authorizes calls, a new one each time', async () => {
    const { userName } = await addUser(database)
    const first = await trySignIn(server, { userName })
    const second = await trySignIn(server, { userName })
    expect(first).toMatchObject({ code: codes.ok, data: { isOverdue: false, nearExpiredDay: 90 } })
    expect(first.data?.token).toMatch(/^[\w-]{43}$/)
    expect(second.data?.token).not.toBe(first.data?.token)
    for (const token of [first.data?.token, second.data?.token])
      expect(await send(server, userInfo, {}, { token })).toMatchObject({
        code: codes.ok,
        data: { userName },
      })
  })

  it('finds the user regardless of the case or Unicode form of the name', async () => {
    await addUser(database, { userName: 'Müller-Ａ' })
    expect(await trySignIn(server, { userName: ' mu\u0308LLER-a ' })).toMatchObject({ code: codes.ok })
  })

  it('does not find a user by e-mail address', async () => {
    await addUser(database, { email: 'somebody@example.com', emailKey: 'somebody@example.com' })
    expect(await trySignIn(server, { userName: 'somebody@example.com' })).toMatchObject({
      code: codes.badCredentials,
    })
  })

  it('rejects passwords that are not encrypted for this server, naming the field', async () => {
    const { userName } = await addUser(database)
    const encrypted = await encrypt(server, { password, purpose: 'sign-in', name: userName })
    const [version, , ...rest] = encrypted.split('.')
    const flipped = encrypted.slice(0, -2) + (encrypted.endsWith('AA') ? 'BB' : 'AA')
    for (const sent of [password, [version, 'another-key', ...rest].join('.'), flipped])
      expect(await send(server, signIn, { userName, password: sent })).toMatchObject({
        code: codes.invalid,
        errors: [{ field: 'password' }],
      })
  })

  it('reports when the password is about to expire', async () => {
    const { userName } = await addUser(database, { passwordChangedAt: daysAgo(84.5) })
    expect(await trySignIn(server, { userName })).toMatchObject({
      code: codes.ok,
      data: { isOverdue: true, nearExpiredDay: 6 },
    })
  })

  it.each([
    ['was set by another person', { passwordMustChange: true }],
    ['has expired', { passwordChangedAt: daysAgo(90.5) }],
  ])('requires a new password if it %s, but only after the right one', async (_, facts) => {
    const { id, userName } = await addUser(database, facts)
    expect((await trySignIn(server, { userName, password: 'Wrong0Password' })).code).toBe(
      codes.badCredentials,
    )
    expect((await trySignIn(server, { userName })).code).toBe(codes.mustChangePassword)
    const sessions = await database.owner.selectFrom('session').where('userId', '=', id).selectAll().execute()
    expect(sessions).toEqual([])
  })

  it('writes one audit event and no secret, neither in the trail nor in the log', async () => {
    const { id, userName } = await addUser(database)
    const encrypted = await encrypt(server, { password, purpose: 'sign-in', name: userName })
    const { data } = await send(
      server,
      signIn,
      { userName, password: encrypted },
      { address: '198.51.100.7' },
    )
    await send(server, userInfo, {}, { token: data?.token })
    const events = await database.owner
      .selectFrom('auditEvent')
      .selectAll()
      .where('actorId', '=', id)
      .execute()
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      call: '/sys/login',
      entity: 'session',
      entityId: id,
      actorName: userName,
      after: { address: '198.51.100.7', methods: ['pwd'] },
    })
    const written = JSON.stringify(events) + server.log()
    for (const secret of [data?.token ?? '', password, encrypted]) expect(written).not.toContain(secret)
    const stored = await database.owner.selectFrom('session').selectAll().where('userId', '=', id).execute()
    expect(JSON.stringify(stored)).not.toContain(data?.token)
  })
})
