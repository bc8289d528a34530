import { codes, expiredInfo, expiredInfoSave, ownSessions, userCenterInfo } from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { type Suite, startSuite, testApp } from '../../../app/test-kit/index.ts'
import { tokenHash } from '../../../platform/caller/token.ts'
import { tenantAdministrator } from '../../access/index.ts'
import {
  addMembership,
  addUser,
  ageSession,
  type Reachable,
  send,
  signInAs,
} from '../sign-in/test-kit/index.ts'

let suite: Suite
/** A second process on the same database. */
let other: Reachable & { readonly close: () => Promise<void> }

const usual = { validityTime: 30, expiredDay: 90, remindDay: 7 }

beforeAll(async () => {
  suite = await startSuite()
  const app = await testApp(suite.database.db)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  other = { api: `${address}/api`, close: () => app.close() }
})
beforeEach(() => suite.database.owner.updateTable('safeStrategy').set(usual).execute())
afterAll(async () => {
  await other.close()
  await suite.close()
})

const read = async () => {
  const { data } = await send(suite.server, expiredInfo, {}, { token: suite.admin.token })
  if (!data) throw new Error('no strategy')
  return data
}
const save = (change: object) =>
  send(suite.server, expiredInfoSave, { ...usual, ...change }, { token: suite.admin.token })

const newSession = async () => {
  const { userName } = await addUser(suite.database)
  return signInAs(suite.server, userName)
}
const stored = (token: string) =>
  suite.database.owner.selectFrom('session').selectAll().where('tokenHash', '=', tokenHash(token))
const age = (token: string, minutes: number) => ageSession(suite.database, token, minutes)
const codeOf = async (token: string, server: Reachable = suite.server) =>
  (await send(server, userCenterInfo, {}, { token })).code
const lifeOf = async (token: string) => {
  const { expiresAt, lastSeenAt } = await stored(token).executeTakeFirstOrThrow()
  return (expiresAt.getTime() - lastSeenAt.getTime()) / 60_000
}

describe('the safe strategy', () => {
  it('can be read and changed, and writes its previous values to the audit trail', async () => {
    expect(await read()).toMatchObject({ id: '1', ...usual })
    expect(await save({ validityTime: '45', expiredDay: 60, remindDay: 5 })).toMatchObject({ code: codes.ok })
    expect(await read()).toMatchObject({ validityTime: 45, expiredDay: 60, remindDay: 5 })
    const { owner } = suite.database
    const event = await owner
      .selectFrom('auditEvent')
      .selectAll()
      .orderBy('sequence', 'desc')
      .executeTakeFirst()
    expect(event).toMatchObject({
      entity: 'safe_strategy',
      entityId: '1',
      before: { validityTime: 30, expiredDay: 90 },
      after: { validityTime: 45, expiredDay: 60 },
    })
  })

  it('rejects a change based on an older version', async () => {
    const { rowVersion } = await read()
    await save({ validityTime: 20, rowVersion })
    const late = await save({ validityTime: 40, remindDay: 5, rowVersion })
    expect(late).toMatchObject({
      code: codes.conflict,
      changes: [
        { field: 'validityTime', current: 20 },
        { field: 'rowVersion', current: rowVersion + 1 },
      ],
    })
    expect(await read()).toMatchObject({ validityTime: 20, remindDay: 7 })
  })

  it.each([
    [{ validityTime: '' }, 'validityTime', '请输入自动退出时间（分钟）！'],
    [{ validityTime: -1 }, 'validityTime', '自动退出时间（分钟）必须是大于或等于 0 的整数'],
    [{ validityTime: '1.5' }, 'validityTime', '自动退出时间（分钟）必须是大于或等于 0 的整数'],
    [{ validityTime: 43_201 }, 'validityTime', '自动退出时间（分钟）不能大于 43200'],
    [{ expiredDay: 5, remindDay: 6 }, 'remindDay', '到期提醒（天）不能大于密码有效期'],
  ])('rejects %p', async (change, field, message) => {
    expect(await save(change)).toMatchObject({ code: codes.invalid, errors: [{ field, message }] })
  })

  it('allows any reminder period if passwords never expire', async () => {
    expect(await save({ validityTime: 0, expiredDay: 0, remindDay: 7 })).toMatchObject({ code: codes.ok })
  })

  it('requires its menu in a system role', async () => {
    const { id, userName } = await addUser(suite.database)
    await addMembership(suite.database, id, tenantAdministrator.id)
    const token = await signInAs(suite.server, userName)
    for (const call of [expiredInfo, expiredInfoSave]) {
      expect((await send(suite.server, call, usual, { token })).code).toBe(codes.forbidden)
    }
    const unknown = await send(suite.server, expiredInfo, { id: '2' }, { token: suite.admin.token })
    expect(unknown.code).toBe(codes.notFound)
  })
})

describe('the minutes of inactivity', () => {
  it('apply to a running session at its next call, on every server', async () => {
    const [idle, used] = [await newSession(), await newSession()]
    await age(idle, 20)
    await age(used, 5)
    expect((await save({ validityTime: 10 })).code).toBe(codes.ok)
    expect(await codeOf(used, other)).toBe(codes.ok)
    expect(await lifeOf(used)).toBe(10)
    expect(await codeOf(idle, other)).toBe(codes.sessionExpired)
    expect(await codeOf(idle)).toBe(codes.sessionExpired)
    // An expired session stays expired.
    await save({ validityTime: 0 })
    expect(await codeOf(idle)).toBe(codes.sessionExpired)
  })

  it('apply even if sessions never expired before, and extend a session at once', async () => {
    await save({ validityTime: 0 })
    const [idle, used] = [await newSession(), await newSession()]
    await suite.database.owner
      .updateTable('session')
      .set({ lastSeenAt: sql<Date>`now() - interval '2 days'` })
      .where('tokenHash', '=', tokenHash(idle))
      .execute()
    await save({ validityTime: 10 })
    expect(await codeOf(idle, other)).toBe(codes.sessionExpired)
    expect(await codeOf(used, other)).toBe(codes.ok)
    await save({ validityTime: 60 })
    expect(await codeOf(used, other)).toBe(codes.ok)
    expect(await lifeOf(used)).toBe(60)
  })

  it('leave an administrator who set them too low enough time to undo it', async () => {
    // The session was used just now, but its row was last updated 59 seconds ago.
    await suite.database.owner
      .updateTable('session')
      .set({
        lastSeenAt: sql<Date>`now() - interval '59 seconds'`,
        expiresAt: sql<Date>`now() + interval '29 minutes 1 second'`,
      })
      .where('tokenHash', '=', tokenHash(suite.admin.token))
      .execute()
    expect((await save({ validityTime: 1 })).code).toBe(codes.ok)
    expect((await save({})).code).toBe(codes.ok)
  })

  it('remove expired sessions from the list of devices', async () => {
    const { userName } = await addUser(suite.database)
    const [token, idle] = [await signInAs(suite.server, userName), await signInAs(suite.server, userName)]
    await age(idle, 20)
    const count = async () => (await send(suite.server, ownSessions, {}, { token })).data?.totalCount
    expect(await count()).toBe(2)
    await save({ validityTime: 10 })
    expect(await count()).toBe(1)
  })
})
