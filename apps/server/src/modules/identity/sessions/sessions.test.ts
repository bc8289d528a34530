import {
  codes,
  endOwnSessions,
  endUserSessions,
  ownSessions,
  userCenterInfo,
  userSessions,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { beginSession } from '../../../platform/caller/sessions.ts'
import { tokenHash } from '../../../platform/caller/token.ts'
import { asSystem, inTransaction } from '../../../platform/database/transaction.ts'
import { platformAdministrator } from '../../access/index.ts'
import { addUser, ageLimits, type Reachable, send } from '../sign-in/test-kit/index.ts'
import { type Servers, startServers, systemRole } from '../users/test-kit/index.ts'

let suite: Servers

beforeAll(async () => {
  suite = await startServers()
})

afterAll(() => suite.close())

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

const signIn = (userId: string, client: { address?: string; userAgent?: string } = {}) =>
  inTransaction(suite.database.db, asSystem, (trx) =>
    beginSession(trx, userId, { address: '192.0.2.7', userAgent: chrome, ...client }),
  )

/** Creates a user with several sessions. */
const signedIn = async (times: number, facts: Parameters<typeof addUser>[1] = {}) => {
  const { id } = await addUser(suite.database, facts)
  const tokens = await Promise.all(Array.from({ length: times }, () => signIn(id)))
  return { userId: id, tokens, token: tokens[0] ?? '' }
}

const sessionIdOf = async (token: string) => {
  const found = suite.database.owner
    .selectFrom('session')
    .select('id')
    .where('tokenHash', '=', tokenHash(token))
  return (await found.executeTakeFirstOrThrow()).id
}

const codeOf = async (token: string, server: Reachable = suite.other) =>
  (await send(server, userCenterInfo, {}, { token })).code

const own = async (token: string, input: { limit?: number; page?: number } = {}) => {
  const { code, data } = await send(suite.other, ownSessions, input, { token })
  expect(code).toBe(codes.ok)
  return data ?? { list: [], totalCount: -1 }
}

const endOwn = (token: string, input: { id?: string; all?: boolean }) =>
  send(suite.server, endOwnSessions, input, { token })

const endOf = (token: string, input: { userId: string; id?: string; all?: boolean }) =>
  send(suite.server, endUserSessions, input, { token })

const eventsAbout = (userId: string, { path }: { path: string }) =>
  suite.database.owner
    .selectFrom('auditEvent')
    .selectAll()
    .where('entityId', '=', userId)
    .where('call', '=', path)
    .execute()

const update = (token: string, change: object) =>
  suite.database.owner.updateTable('session').set(change).where('tokenHash', '=', tokenHash(token)).execute()

describe('one’s own sessions', () => {
  it('are listed with device, address and times: the current one first, then by last use', async () => {
    const { userId, tokens, token } = await signedIn(4)
    const [, second = '', third = '', fourth = ''] = tokens
    for (const [index, one] of [third, fourth, second].entries())
      await update(one, { lastSeenAt: sql`now() - make_interval(mins => ${index + 1})` })
    await update(token, { lastSeenAt: sql`now() - interval '50 seconds'` })
    const { list, totalCount } = await own(token)
    expect(totalCount).toBe(4)
    const ids = await Promise.all([token, third, fourth, second].map(sessionIdOf))
    expect(list.map(({ id }) => id)).toEqual(ids)
    expect(list.map(({ current }) => current)).toEqual([true, false, false, false])
    expect(list[1]).toEqual({
      id: ids[1],
      device: 'Chrome 131 · Windows',
      address: '192.0.2.7',
      methods: [],
      current: false,
      signInTime: expect.stringMatching(/^\d{4}-.*Z$/),
      lastUseTime: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    const pages = [await own(token, { limit: 3, page: 1 }), await own(token, { limit: 3, page: 2 })]
    expect(pages.flatMap((page) => page.list.map(({ id }) => id))).toEqual(ids)
    for (const one of tokens) expect(JSON.stringify(list)).not.toContain(one)
    for (const one of tokens) expect(JSON.stringify(list)).not.toContain(tokenHash(one))
    expect(JSON.stringify(list)).not.toContain(userId)
  })

  it('include only running ones', async () => {
    const { tokens, token } = await signedIn(5)
    const [, ended = '', expired = '', old = '', administrators = ''] = tokens
    await update(ended, { endedAt: new Date(), endedReason: 'signed-out' })
    await update(expired, { expiresAt: new Date(Date.now() - 1) })
    await update(old, { createdAt: sql`now() - interval '30 days'`, expiresAt: 'infinity' })
    await update(administrators, { createdAt: sql`now() - interval '12 hours'`, administrator: true })
    const { list } = await own(token)
    expect(list.map(({ id }) => id)).toEqual([await sessionIdOf(token)])
  })

  it('end individually on every server, with one audit event that contains no token', async () => {
    const { userId, tokens, token } = await signedIn(3)
    const [, second = '', third = ''] = tokens
    const id = await sessionIdOf(second)
    expect(await endOwn(token, { id })).toMatchObject({ code: codes.ok })
    for (const server of [suite.server, suite.other])
      expect(await codeOf(second, server)).toBe(codes.sessionEnded)
    expect(await codeOf(token)).toBe(codes.ok)
    expect(await codeOf(third)).toBe(codes.ok)
    const events = await eventsAbout(userId, endOwnSessions)
    expect(events).toMatchObject([
      { entity: 'session', actorId: userId, before: { sessions: [{ id, address: '192.0.2.7' }] } },
    ])
    expect(JSON.stringify(events)).not.toContain(tokenHash(second))
  })

  it('end all at once except the current one and those of other users', async () => {
    const { userId, tokens, token } = await signedIn(3)
    const stranger = await signedIn(1)
    expect(await endOwn(token, { all: true })).toMatchObject({ code: codes.ok })
    expect(await Promise.all(tokens.map((one) => codeOf(one)))).toEqual([
      codes.ok,
      codes.sessionEnded,
      codes.sessionEnded,
    ])
    expect(await codeOf(stranger.token)).toBe(codes.ok)
    expect(await eventsAbout(userId, endOwnSessions)).toHaveLength(1)
  })

  it('stay open if the id is missing, unknown, ended or of another user', async () => {
    const { userId, tokens, token } = await signedIn(2)
    const [, second = ''] = tokens
    const stranger = await signedIn(1)
    const id = await sessionIdOf(second)
    await endOwn(token, { id })
    for (const wrong of [await sessionIdOf(stranger.token), tokenHash(stranger.token), 'none', id])
      expect(await endOwn(token, { id: wrong })).toMatchObject({ code: codes.notFound, data: null })
    expect(await endOwn(token, {})).toMatchObject({ code: codes.invalid, errors: [{ field: 'id' }] })
    expect(await codeOf(stranger.token)).toBe(codes.ok)
    expect(await eventsAbout(userId, endOwnSessions)).toHaveLength(1)
  })

  it('end only once when two calls end the same one', async () => {
    const { tokens, token } = await signedIn(2)
    const id = await sessionIdOf(tokens[1] ?? '')
    const responses = await Promise.all([endOwn(token, { id }), endOwn(token, { id })])
    expect(responses.map(({ code }) => code).sort()).toEqual([codes.ok, codes.notFound])
  })

  it('cannot end the current one, for which signing out exists', async () => {
    const { token } = await signedIn(1)
    expect(await endOwn(token, { id: await sessionIdOf(token) })).toMatchObject({
      code: codes.conflict,
      message: '这是您当前的登录，如需结束请退出登录',
    })
    expect(await codeOf(token)).toBe(codes.ok)
  })

  it('end at most sixty times in ten minutes, including wrong ids', async () => {
    const { tokens, token } = await signedIn(2)
    const id = await sessionIdOf(tokens[1] ?? '')
    const tries = await Promise.all(Array.from({ length: 60 }, (_, n) => endOwn(token, { id: `wrong-${n}` })))
    expect(new Set(tries.map(({ code }) => code))).toEqual(new Set([codes.notFound]))
    expect(await endOwn(token, { id })).toMatchObject({ code: codes.limitReached })
    expect(await codeOf(tokens[1] ?? '')).toBe(codes.ok)
    await ageLimits(suite.database, 600)
    expect(await endOwn(token, { id })).toMatchObject({ code: codes.ok })
  })
})

describe('the sessions of a user', () => {
  const list = (token: string, userId: string) => send(suite.other, userSessions, { userId }, { token })

  it('can be listed and ended by an administrator, one or all', async () => {
    const { userId, tokens } = await signedIn(3)
    const { data } = await list(suite.admin.token, userId)
    expect(data?.list).toHaveLength(3)
    expect(data?.list.some(({ current }) => current)).toBe(false)
    const [first = '', second = '', third = ''] = tokens
    const id = await sessionIdOf(first)
    expect(await endOf(suite.admin.token, { userId, id })).toMatchObject({ code: codes.ok })
    expect(await codeOf(first)).toBe(codes.sessionEnded)
    expect(await codeOf(second)).toBe(codes.ok)
    expect(await endOf(suite.admin.token, { userId, all: true })).toMatchObject({ code: codes.ok })
    for (const one of [second, third]) expect(await codeOf(one, suite.server)).toBe(codes.sessionEnded)
    expect(await eventsAbout(userId, endUserSessions)).toMatchObject([
      { actorId: suite.admin.userId, before: { sessions: [{ id }] } },
      { actorId: suite.admin.userId },
    ])
  })

  it('are closed to a tenant administrator even if the role includes the users menu', async () => {
    const { owner } = suite.database
    const { userId, token } = await signedIn(1)
    await owner.insertInto('roleMenu').values({ roleId: 'tenant-administrator', menuId: 'user' }).execute()
    expect(await list(suite.here.token, userId)).toMatchObject({ code: codes.forbidden, data: null })
    expect(await endOf(suite.here.token, { userId, all: true })).toMatchObject({ code: codes.forbidden })
    await owner
      .deleteFrom('roleMenu')
      .where('menuId', '=', 'user')
      .where('roleId', '=', 'tenant-administrator')
      .execute()
    expect(await endOf(suite.here.token, { userId, all: true })).toMatchObject({ code: codes.forbidden })
    expect(await codeOf(token)).toBe(codes.ok)
  })

  it('are closed to administrators with fewer rights than the user', async () => {
    const desk = await signedIn(1, { roleId: await systemRole(suite, ['systemManger', 'user']) })
    const administrator = await signedIn(1, { roleId: platformAdministrator.id })
    const rejection = { code: codes.forbidden, message: '不能修改权限高于您的用户', data: null }
    // A tenant's administrator has menus besides the one for users.
    for (const { userId, token } of [administrator, suite.there]) {
      expect(await list(desk.token, userId)).toMatchObject(rejection)
      for (const wanted of [{ id: await sessionIdOf(token) }, { all: true }])
        expect(await endOf(desk.token, { userId, ...wanted })).toMatchObject(rejection)
      expect(await codeOf(token)).toBe(codes.ok)
    }
    const peer = await signedIn(1)
    expect(await endOf(desk.token, { userId: peer.userId, all: true })).toMatchObject({ code: codes.ok })
    expect(await codeOf(peer.token)).toBe(codes.sessionEnded)
  })

  it('are not found for an unknown user or by the id of another user’s session', async () => {
    const { userId, token } = await signedIn(1)
    const stranger = await signedIn(1)
    const { token: admin } = suite.admin
    expect(await list(admin, 'nobody')).toMatchObject({ code: codes.notFound, data: null })
    const strangers = await sessionIdOf(stranger.token)
    for (const wrong of [
      { userId: 'nobody', all: true },
      { userId, id: strangers },
      { userId, id: 'none' },
    ])
      expect(await endOf(admin, wrong)).toMatchObject({ code: codes.notFound })
    expect(await endOf(admin, { userId })).toMatchObject({ code: codes.invalid, errors: [{ field: 'id' }] })
    for (const one of [token, stranger.token]) expect(await codeOf(one)).toBe(codes.ok)
  })

  it('keep the current one if the user is the administrator', async () => {
    const { userId, tokens, token } = await signedIn(2, { roleId: platformAdministrator.id })
    const id = await sessionIdOf(token)
    expect(await endOf(token, { userId, id })).toMatchObject({ code: codes.conflict })
    expect(await endOf(token, { userId, all: true })).toMatchObject({ code: codes.ok })
    expect(await codeOf(token)).toBe(codes.ok)
    expect(await codeOf(tokens[1] ?? '')).toBe(codes.sessionEnded)
  })
})
