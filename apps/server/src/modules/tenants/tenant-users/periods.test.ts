import {
  codes,
  type InputOf,
  tenantUserExtend,
  tenantUserList,
  tenantUserSave,
  tenantUserUpdateBase,
  userInfo,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Person, signedIn } from '../../../app/test-kit/index.ts'
import { dayFromNow } from '../../access/test-kit/index.ts'
import { addUser, type Sender, send, signInAs } from '../../identity/sign-in/test-kit/index.ts'
import { type Servers, startServers } from '../../identity/users/test-kit/index.ts'
import { insertMembership } from './test-kit/index.ts'
import { addColleague, eventsOf, membership, membershipOf, tenantRole } from './test-kit/memberships.ts'

let suite: Servers
let days: { readonly past: string; readonly today: string; readonly soon: string; readonly later: string }

const dayLength = 86_400_000

beforeAll(async () => {
  suite = await startServers()
  days = { past: dayFromNow(-1), today: dayFromNow(0), soon: dayFromNow(20), later: dayFromNow(40) }
})

afterAll(() => suite.close())

const colleague = (roleId: string | null = null) => addColleague(suite, suite.here.tenantId, roleId)
const stored = ({ userId }: { readonly userId: string }) => membershipOf(suite, suite.here.tenantId, userId)
const change = (input: InputOf<typeof tenantUserUpdateBase>, sender: Sender = suite.here) =>
  send(suite.server, tenantUserUpdateBase, input, sender)
const extend = (
  people: readonly { readonly id: string }[],
  accessUntil: string,
  sender: Sender = suite.here,
) =>
  send(
    suite.server,
    tenantUserExtend,
    { ids: people.map(({ id }) => id), accessUntil, unlimited: accessUntil === '' },
    sender,
  )

/** Sets columns of a user’s periods, each to a number of days from now. */
const move = ({ userId }: { readonly userId: string }, columns: Record<string, number | null>) =>
  suite.database.owner
    .updateTable('tenantUser')
    .set(
      Object.fromEntries(
        Object.entries(columns).map(([column, count]) => [
          column,
          count === null ? null : new Date(Date.now() + count * dayLength),
        ]),
      ),
    )
    .where('userId', '=', userId)
    .execute()

const shown = async ({ userName }: { readonly userName: string }) => {
  const { data } = await send(
    suite.server,
    tenantUserList,
    { userName, tenantId: suite.here.tenantId },
    suite.here,
  )
  return data?.list[0]
}

describe('a membership with a first and a last day', () => {
  it('is added to many users in one call, with the period of their role, and listed with both', async () => {
    const people = [await addUser(suite.database), await addUser(suite.database)]
    const periods = {
      accessFrom: days.today,
      accessUntil: days.later,
      roleFrom: days.soon,
      roleUntil: days.later,
    }
    const { tenantId } = suite.here
    const input = { tenantId, ...membership, ...periods, userIds: people.map(({ id }) => id) }
    expect(await send(suite.server, tenantUserSave, input, suite.admin)).toMatchObject({ code: codes.ok })
    for (const person of people)
      expect(await shown(person)).toMatchObject({
        ...periods,
        accessState: 'current',
        roleState: 'upcoming',
      })
  })

  it('rejects days that are over or out of order at their fields, and adds nobody', async () => {
    const { id, userName } = await addUser(suite.database)
    const save = (periods: object) =>
      send(
        suite.server,
        tenantUserSave,
        { tenantId: suite.here.tenantId, ...membership, userIds: [id], ...periods },
        suite.admin,
      )
    expect(await save({ accessUntil: days.past })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'accessUntil', message: '结束日期不能早于今天' }],
    })
    expect(await save({ roleFrom: days.later, roleUntil: days.soon })).toMatchObject({
      errors: [{ field: 'roleUntil', message: '结束日期不能早于开始日期' }],
    })
    expect(await save({ accessFrom: days.past, roleUntil: '2026-13-01' })).toMatchObject({
      errors: [{ field: 'roleUntil' }],
    })
    expect(await save({ accessFrom: days.past })).toMatchObject({ errors: [{ field: 'accessFrom' }] })
    expect(await shown({ userName })).toBeUndefined()
  })

  it('gives access only between them, with the next call on every server', async () => {
    const user = await colleague(membership.role)
    const token = await signInAs(suite.server, user.userName)
    const list = async () =>
      await Promise.all(
        [suite.server, suite.other].map(async (server) => [
          (await send(server, tenantUserList, {}, { token })).code,
          (await send(server, userInfo, {}, { token })).data?.tenants.length,
        ]),
      )
    const open = [codes.ok, 1]
    const shut = [codes.forbidden, 0]
    expect(await list()).toEqual([open, open])
    await move(user, { accessFrom: 1 })
    expect(await list()).toEqual([shut, shut])
    await move(user, { accessFrom: -1, accessUntil: 1 })
    expect(await list()).toEqual([open, open])
    await move(user, { accessUntil: -0.001 })
    expect(await list()).toEqual([shut, shut])
    expect(await shown(user)).toMatchObject({ accessState: 'ended', enabled: 0 })
  })

  it('keeps the user a member without menus outside the period of the role', async () => {
    const user = await colleague(membership.role)
    const token = await signInAs(suite.server, user.userName)
    const seen = async () => [
      (await send(suite.other, tenantUserList, {}, { token })).code,
      (await send(suite.other, userInfo, {}, { token })).data?.tenants.length,
    ]
    await move(user, { roleFrom: 1 })
    expect(await seen()).toEqual([codes.forbidden, 1])
    await move(user, { roleFrom: null, roleUntil: 1 })
    expect(await seen()).toEqual([codes.ok, 1])
    await move(user, { roleUntil: -0.001 })
    expect(await seen()).toEqual([codes.forbidden, 1])
  })

  it('keeps its days if an edit does not send them, and shows a later editor what changed', async () => {
    const user = await colleague()
    expect(await change({ id: user.id, accessUntil: days.soon, rowVersion: 1 })).toMatchObject({
      code: codes.ok,
    })
    await change({ id: user.id, enabled: 1, rowVersion: 2 })
    await change({ id: user.id, enabled: 0, rowVersion: 3 })
    expect(await shown(user)).toMatchObject({ accessFrom: '', accessUntil: days.soon })
    expect(await change({ id: user.id, accessUntil: days.later, rowVersion: 1 })).toMatchObject({
      code: codes.conflict,
      changes: [
        { field: 'accessUntil', current: days.soon },
        { field: 'rowVersion', current: 4 },
      ],
    })
    // A first day that is over stays valid while others change.
    await move(user, { accessFrom: -3 })
    const from = (await shown(user))?.accessFrom ?? ''
    expect(await change({ id: user.id, accessFrom: from, accessUntil: days.later })).toMatchObject({
      code: codes.ok,
    })
    expect(await change({ id: user.id, accessUntil: '' })).toMatchObject({ code: codes.ok })
    expect(await shown(user)).toMatchObject({ accessFrom: from, accessUntil: '' })
  })
})

describe('extending memberships', () => {
  it('changes the last day of many in one act, also after the end, and audits who had which', async () => {
    const people = [await colleague(), await colleague()]
    const [first] = people
    await change({ id: first?.id ?? '', accessUntil: days.soon })
    for (const person of people) await move(person, { accessUntil: -2 })
    expect(await extend(people, days.later)).toMatchObject({ code: codes.ok, message: '结束日期已更新' })
    for (const person of people)
      expect(await shown(person)).toMatchObject({ accessUntil: days.later, accessState: 'current' })
    expect(await stored(people[1] ?? { userId: '' })).toMatchObject({
      accessUntilBy: suite.here.userId,
      accessReminded: null,
    })
    const event = (await eventsOf(suite, tenantUserExtend)).at(-1)
    const { tenantId } = suite.here
    const until = { accessUntil: expect.any(String) }
    expect(event).toMatchObject({ tenantId, entity: 'tenant_user', after: { list: [until, until] } })
    expect(await extend(people, '')).toMatchObject({ code: codes.ok })
    expect(await shown(people[0] ?? { userName: '' })).toMatchObject({ accessUntil: '' })
  })

  it('rejects a day that is over or before the first day, and changes nobody', async () => {
    const [one, other] = [await colleague(), await colleague()]
    await move(other, { accessFrom: 30 })
    expect(await extend([one, other], days.past)).toMatchObject({ errors: [{ field: 'accessUntil' }] })
    expect(await extend([one, other], days.soon)).toMatchObject({
      errors: [{ field: 'accessUntil', message: '结束日期不能早于开始日期' }],
    })
    expect(await stored(one)).toMatchObject({ accessUntil: null, rowVersion: 1 })
  })

  it('is rejected for users themselves, for users with more rights, and in other tenants', async () => {
    const person: Person = await signedIn(suite.database, null)
    const roleId = await tenantRole(suite, ['tenantManager', 'tenantUser'])
    const id = await insertMembership(suite.database, {
      tenantId: suite.here.tenantId,
      userId: person.userId,
      roleId,
    })
    const user = await colleague()
    expect(await extend([user, { id }], days.soon, person)).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'ids', message: '不能修改自己的有效期，请由其他管理员操作' }],
    })
    expect(await change({ id, accessUntil: days.later }, person)).toMatchObject({
      errors: [{ field: 'accessUntil', message: '不能修改自己的有效期，请由其他管理员操作' }],
    })
    const administrator = await colleague(membership.role)
    await move(administrator, { accessUntil: -1 })
    expect(await extend([administrator], days.soon, person)).toMatchObject({ code: codes.forbidden })
    expect(await extend([user], days.soon, suite.there)).toMatchObject({ code: codes.notFound })
    expect(await extend([user, { id: 'nobody' }], days.soon)).toMatchObject({ code: codes.notFound })
    expect(await extend([user], days.soon, person)).toMatchObject({ code: codes.ok })
    expect(await stored(user)).toMatchObject({ rowVersion: 2 })
  })
})
