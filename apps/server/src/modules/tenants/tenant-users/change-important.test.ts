import { codes, tenantUserList, tenantUserUpdateImportant } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { type Person, signedIn } from '../../../app/test-kit/index.ts'
import { ordinaryUser } from '../../access/index.ts'
import {
  addMembership,
  addReachable,
  ageLimits,
  messagesTo,
  send,
} from '../../identity/sign-in/test-kit/index.ts'
import {
  newContacts,
  type Servers,
  source,
  startServers,
  systemRole,
} from '../../identity/users/test-kit/index.ts'
import { insertMembership } from './test-kit/index.ts'
import { addColleague, eventsOf, membership, membershipOf, tenantRole } from './test-kit/memberships.ts'

let suite: Servers

beforeAll(async () => {
  suite = await startServers()
})

afterAll(() => suite.close())

const colleague = (roleId: string | null = null, facts: Parameters<typeof addReachable>[1] = {}) =>
  addColleague(suite, suite.here.tenantId, roleId, facts)
type Colleague = Awaited<ReturnType<typeof colleague>>

const update = (input: Record<string, unknown>, { token }: Person = suite.here, server = suite.server) =>
  send(
    server,
    tenantUserUpdateImportant,
    { fullName: '测试用户', ...newContacts(), ...input } as Parameters<
      typeof send<typeof tenantUserUpdateImportant>
    >[2],
    { token },
  )
const unchanged = ({ id, email, phone }: Colleague) => ({ id, email, phone })
const listed = async (user: Colleague, { token }: Person = suite.here) => {
  const input = { userName: user.userName, tenantId: suite.here.tenantId }
  const { data } = await send(suite.server, tenantUserList, input, { token })
  return data?.list[0]
}
const stored = ({ userId }: Colleague) =>
  suite.database.owner
    .selectFrom('appUser')
    .select(['fullName', 'email', 'phone', 'emailValid', 'phoneValid', 'rowVersion'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

describe('a tenant’s administrator', () => {
  it('changes a user of their tenant only: the new contacts are unverified, the previous ones are notified, and the tenant’s trail records it', async () => {
    const user = await colleague()
    expect(await listed(user)).toMatchObject({ important: true, userVersion: 1 })
    const next = newContacts()
    expect(await update({ id: user.id, ...next, fullName: '新姓名', rowVersion: 1 })).toMatchObject({
      code: codes.ok,
    })
    expect(await stored(user)).toMatchObject({ fullName: '新姓名', ...next, emailValid: 1, rowVersion: 2 })
    const { tenantId, userId } = suite.here
    expect(await messagesTo(suite.database, user.email)).toMatchObject([
      { template: 'emailWasChanged', tenantId },
      { template: 'phoneWasChanged', tenantId },
    ])
    const events = await eventsOf(suite, tenantUserUpdateImportant)
    expect(events.at(-1)).toMatchObject({
      entity: 'app_user',
      entityId: user.userId,
      tenantId,
      actorId: userId,
      before: { email: user.email },
      after: { email: next.email },
    })
    expect(JSON.stringify(events)).not.toContain('argon2')
  })

  it.each([
    [
      'belongs to another tenant too',
      async (user: Colleague) => addMembership(suite.database, user.userId, null),
    ],
    [
      'is disabled in another tenant',
      async (user: Colleague) => {
        const tenantId = await addMembership(suite.database, (await addReachable(suite.database)).id, null)
        return insertMembership(suite.database, { tenantId, userId: user.userId, roleId: null, enabled: 1 })
      },
    ],
    [
      'has a system role, even one without menus',
      (user: Colleague) =>
        suite.database.owner
          .updateTable('appUser')
          .set({ roleId: ordinaryUser.id })
          .where('id', '=', user.userId)
          .execute(),
    ],
  ])('cannot change a user who %s', async (_whom, make) => {
    const user = await colleague()
    await make(user)
    expect(await listed(user)).toMatchObject({ important: false, reachable: true })
    const before = await stored(user)
    const response = await update({ id: user.id })
    expect(response).toMatchObject({ code: codes.forbidden })
    expect(response.message).toMatch(/不能修改权限高于您的用户|只能由本人或平台管理员修改/)
    expect(await stored(user)).toEqual(before)
    expect(await update({ id: user.id }, suite.admin)).toMatchObject({ code: codes.ok })
  })

  it('cannot change users with more rights in the tenant, or users of another tenant', async () => {
    const clerk = await signedIn(suite.database, null)
    const { tenantId } = suite.here
    const roleId = await tenantRole(suite, ['tenantManager', 'tenantUser'])
    await insertMembership(suite.database, { tenantId, userId: clerk.userId, roleId })
    const mighty = await colleague(membership.role)
    expect(await listed(mighty, clerk)).toMatchObject({ important: false, reachable: false })
    expect(await update({ id: mighty.id }, clerk)).toMatchObject({ code: codes.forbidden })
    const user = await colleague()
    expect(await update({ id: user.id }, suite.there)).toMatchObject({ code: codes.notFound })
    expect(await update({ id: user.id }, clerk)).toMatchObject({ code: codes.ok })
  })

  it('changes their own name, but needs a code for a new address or number', async () => {
    const userId = suite.here.userId
    await suite.database.owner
      .updateTable('appUser')
      .set({
        email: 'here@hospital.example',
        emailKey: 'here@hospital.example',
        phone: '13712340000',
        phoneKey: '13712340000',
      })
      .where('id', '=', userId)
      .execute()
    const { id } = (await membershipOf(suite, suite.here.tenantId, userId)) ?? { id: '' }
    const own = { id, email: 'here@hospital.example', phone: '13712340000' }
    expect(await update({ ...own, fullName: '自己' })).toMatchObject({ code: codes.ok })
    expect(await update({ ...own, email: newContacts().email })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'email' }],
    })
  })

  it('does not learn whether a user elsewhere has an address or number, and cannot verify either', async () => {
    const user = await colleague()
    const { email, phone } = await addReachable(suite.database, { fullName: '外人甲' })
    expect(await update({ ...unchanged(user), email, phone })).toMatchObject({ code: codes.ok })
    expect(await stored(user)).toMatchObject({ email, emailValid: 1, phone, phoneValid: 1 })
  })

  it('cannot use an address or number that a colleague has verified', async () => {
    const [user, other] = [await colleague(), await colleague()]
    for (const taken of [{ email: other.email }, { phone: other.phone }]) {
      const response = await update({ ...unchanged(user), ...taken })
      expect(response).toMatchObject({ code: codes.invalid, errors: [{ field: Object.keys(taken)[0] }] })
    }
  })

  it('can change users at most 120 times an hour', async () => {
    const user = await colleague()
    await update(unchanged(user))
    const bucket = `important:${suite.here.userId}`
    await suite.database.owner
      .updateTable('rateLimit')
      .set({ used: 120 })
      .where('bucket', '=', bucket)
      .execute()
    expect(await update(unchanged(user))).toMatchObject({ code: codes.limitReached })
    await ageLimits(suite.database, 3600)
    expect(await update(unchanged(user))).toMatchObject({ code: codes.ok })
  })

  it('cannot change fields managed by an external identity source', async () => {
    const user = await colleague(null, { org: source })
    expect(await update({ id: user.id, fullName: '改名' }, suite.here, suite.other)).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'fullName' }, { field: 'email' }, { field: 'phone' }],
    })
    expect(await update(unchanged(user), suite.here, suite.other)).toMatchObject({ code: codes.ok })
  })

  it('gets a conflict with the changes if another user was first', async () => {
    const user = await colleague()
    expect(await update({ ...unchanged(user), fullName: '先到', rowVersion: 1 })).toMatchObject({
      code: codes.ok,
    })
    expect(await update({ ...unchanged(user), fullName: '后到', rowVersion: 1 })).toMatchObject({
      code: codes.conflict,
      changes: [
        { field: 'fullName', current: '先到' },
        { field: 'rowVersion', current: 2 },
      ],
    })
  })

  it('is restricted by the database to users who belong to their tenant only', async () => {
    const alone = await colleague()
    const shared = await colleague()
    await addMembership(suite.database, shared.userId, null)
    const renamed = async ({ userId }: Colleague) => {
      const { rows } = await suite.database.db.transaction().execute(async (trx) => {
        await sql`select set_config('role', 'atrium_tenant', true),
          set_config('app.tenants', ${`{0,${suite.here.tenantId}}`}, true)`.execute(trx)
        return sql`update app_user set full_name = '改名' where id = ${userId} returning id`.execute(trx)
      })
      return rows.length
    }
    expect(await renamed(alone)).toBe(1)
    expect(await renamed(shared)).toBe(0)
  })
})

describe('the platform', () => {
  it('changes users with no more rights than its own, in any tenant', async () => {
    const desk = await signedIn(suite.database, await systemRole(suite, ['tenantManager', 'tenantUser']))
    const [user, mighty] = [await colleague(), await colleague(membership.role)]
    await addMembership(suite.database, user.userId, null)
    expect(await update({ id: user.id }, desk)).toMatchObject({ code: codes.ok })
    expect(await update({ id: mighty.id }, desk)).toMatchObject({
      code: codes.forbidden,
      message: '不能修改权限高于您的用户',
    })
    expect(await update({ id: mighty.id }, suite.admin)).toMatchObject({ code: codes.ok })
    expect(await update({ id: 'nobody' }, suite.admin)).toMatchObject({ code: codes.notFound })
  })
})
