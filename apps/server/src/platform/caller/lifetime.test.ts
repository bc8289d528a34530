import { codes, parseProfile, userCenterInfo } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { platformAdministrator, seedIdentity, tenantAdministrator } from '../../modules/access/index.ts'
import {
  addMembership,
  addUser,
  type RunningServer,
  send,
  startServer,
} from '../../modules/identity/sign-in/test-kit/index.ts'
import { asPlatform, asSystem, inTransaction } from '../database/transaction.ts'
import { beginSession } from './sessions.ts'
import { tokenHash } from './token.ts'

let database: TestDatabase
let server: RunningServer
let other: RunningServer
/** A process whose profile sets shorter lifetimes. */
let strict: RunningServer

beforeAll(async () => {
  database = await createTestDatabase()
  await inTransaction(database.db, asPlatform, (trx) =>
    seedIdentity(trx, { adminPassword: 'Right0Password' }),
  )
  server = await startServer(database)
  other = await startServer(database)
  const sessionLifetime = { administratorHours: 2, otherDays: 1 }
  strict = await startServer(database, parseProfile({ sessionLifetime }))
})

afterAll(async () => {
  await Promise.all([server, other, strict].map((one) => one.close()))
  await database.close()
})

const begin = (userId: string) =>
  inTransaction(database.db, asSystem, (trx) =>
    beginSession(trx, userId, { address: '192.0.2.1', userAgent: 'test' }),
  )

const ordinary = async () => begin((await addUser(database)).id)
const tenantMember = async (roleId: string | null) => {
  const { id } = await addUser(database)
  const tenantId = await addMembership(database, id, roleId)
  return { token: await begin(id), userId: id, tenantId }
}

const codeOf = async (token: string, where = server) =>
  (await send(where, userCenterInfo, {}, { token })).code

const rowOf = (token: string) =>
  database.owner.selectFrom('session').selectAll().where('tokenHash', '=', tokenHash(token))

/** Changes the age of a session, in hours, and marks it as just used. */
const makeOld = (token: string, hours: number) =>
  database.owner
    .updateTable('session')
    .set({
      createdAt: sql<Date>`now() - make_interval(hours => ${hours})`,
      lastSeenAt: sql<Date>`now()`,
      expiresAt: sql<Date>`now() + interval '30 minutes'`,
    })
    .where('tokenHash', '=', tokenHash(token))
    .execute()

const day = 24

describe('the lifetime of a session', () => {
  it('is 30 days on every server, however often the session is used', async () => {
    const token = await ordinary()
    await makeOld(token, 30 * day - 1)
    expect(await codeOf(token)).toBe(codes.ok)
    await makeOld(token, 30 * day)
    expect(await codeOf(token)).toBe(codes.sessionExpired)
    expect(await codeOf(token, other)).toBe(codes.sessionExpired)
  })

  it.each([
    ['the system', async () => begin((await addUser(database, { roleId: platformAdministrator.id })).id)],
    ['a tenant', async () => (await tenantMember(tenantAdministrator.id)).token],
  ])('is 12 hours for users with a menu in a role of %s', async (_, somebody) => {
    const token = await somebody()
    await makeOld(token, 11)
    expect(await codeOf(token)).toBe(codes.ok)
    await makeOld(token, 12)
    expect(await codeOf(token)).toBe(codes.sessionExpired)
    expect(await codeOf(token, other)).toBe(codes.sessionExpired)
  })

  it('is the ordinary one if the user’s role has no menus or is closed', async () => {
    await database.owner.insertInto('role').values({ id: 'nothing', name: '空', roleType: 2 }).execute()
    await database.owner
      .insertInto('role')
      .values({ id: 'closed', name: '已关闭', roleType: 2, status: 1 })
      .execute()
    await database.owner.insertInto('roleMenu').values({ roleId: 'closed', menuId: 'dictionary' }).execute()
    for (const roleId of ['nothing', 'closed', null]) {
      const { token } = await tenantMember(roleId)
      await makeOld(token, 13)
      expect(await codeOf(token)).toBe(codes.ok)
    }
  })

  it('becomes the administrators’ lifetime as soon as the user has a menu', async () => {
    const { token, userId } = await tenantMember(null)
    await makeOld(token, 13)
    expect(await codeOf(token)).toBe(codes.ok)
    const roleOf = database.owner.updateTable('tenantUser').where('userId', '=', userId)
    await roleOf.set({ roleId: tenantAdministrator.id }).execute()
    expect(await codeOf(token)).toBe(codes.sessionExpired)
    await roleOf.set({ roleId: null }).execute()
    expect(await codeOf(token)).toBe(codes.sessionExpired)
  })

  it('remains the administrators’ lifetime after the user has lost all menus', async () => {
    const { token, userId } = await tenantMember(tenantAdministrator.id)
    expect(await codeOf(token)).toBe(codes.ok)
    await database.owner
      .updateTable('tenantUser')
      .set({ roleId: null })
      .where('userId', '=', userId)
      .execute()
    await makeOld(token, 12)
    expect(await codeOf(token)).toBe(codes.sessionExpired)
  })

  it('is permanently shortened once a server with a shorter one handles the session', async () => {
    const [token, { token: administrators }] = [await ordinary(), await tenantMember(tenantAdministrator.id)]
    await makeOld(token, day)
    await makeOld(administrators, 2)
    for (const one of [token, administrators]) {
      expect(await codeOf(one)).toBe(codes.ok)
      expect(await codeOf(one, strict)).toBe(codes.sessionExpired)
      expect(await codeOf(one)).toBe(codes.sessionExpired)
    }
  })

  it('limits the stored expiry, even if the safe strategy sets no minutes', async () => {
    const token = await ordinary()
    for (const validityTime of [0, 30]) {
      await database.owner.updateTable('safeStrategy').set({ validityTime }).execute()
      await makeOld(token, 30 * day - 1)
      await database.owner
        .updateTable('session')
        .set({
          lastSeenAt: sql<Date>`now() - interval '2 minutes'`,
          createdAt: sql<Date>`created_at - interval '40 minutes'`,
        })
        .where('tokenHash', '=', tokenHash(token))
        .execute()
      expect(await codeOf(token)).toBe(codes.ok)
      const { createdAt, expiresAt } = await rowOf(token).executeTakeFirstOrThrow()
      expect(expiresAt.getTime() - createdAt.getTime()).toBe(30 * day * 3_600_000)
    }
  })
})
