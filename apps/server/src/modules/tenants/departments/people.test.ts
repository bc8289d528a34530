import { codes, departmentSave, departmentsOfUser, departmentUserSave } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, signedInMember, startSuite, type TenantPerson } from '../../../app/test-kit/index.ts'
import { tenantAdministrator } from '../../access/index.ts'
import { addUser, send } from '../../identity/sign-in/test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const add = async (departmentName: string, { tenantId, token }: TenantPerson = suite.here) => {
  const input = { tenantId, parentId: '0', departmentName }
  return String((await send(suite.server, departmentSave, input, { token })).data)
}

const colleague = async ({ tenantId } = suite.here, enabled = 0): Promise<string> => {
  const { id: userId } = await addUser(suite.database)
  await suite.database.owner
    .insertInto('tenantUser')
    .values({ tenantId, id: userId, userId, enabled })
    .execute()
  return userId
}

interface Membership {
  readonly tenantId?: string
  readonly userId: string
  readonly departmentId: string
}

const membership = (input: Membership, token = suite.here.token) =>
  send(suite.server, departmentUserSave, { tenantId: suite.here.tenantId, ...input }, { token })

const departmentsOf = async (userId: string, tenantId = suite.here.tenantId) =>
  (await send(suite.server, departmentsOfUser, { tenantId, userId }, suite.here)).data

describe('the departments of a user', () => {
  it('are those of the last save', async () => {
    const ids = [await add('临床'), await add('统计'), await add('注册')].sort()
    const userId = await colleague()
    expect(await departmentsOf(userId)).toEqual([])
    expect(await membership({ userId, departmentId: `${ids[0]},${ids[1]}` })).toMatchObject({
      code: codes.ok,
      message: '修改成功',
    })
    expect(await departmentsOf(userId)).toEqual(ids.slice(0, 2))
    for (let time = 0; time < 2; time++) {
      await membership({ userId, departmentId: ` ${ids[2]}, ${ids[1]},${ids[1]},` })
      expect(await departmentsOf(userId)).toEqual(ids.slice(1))
    }
    const event = await suite.database.owner
      .selectFrom('auditEvent')
      .selectAll()
      .where('entity', '=', 'department_user')
      .where('entityId', '=', userId)
      .orderBy('sequence')
      .offset(1)
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      tenantId: suite.here.tenantId,
      before: { departmentId: ids.slice(0, 2) },
      after: { departmentId: ids.slice(1) },
    })
  })

  it('include at least one', async () => {
    const userId = await colleague()
    for (const departmentId of ['', ' ', ' , ,'])
      expect((await membership({ userId, departmentId })).errors).toEqual([
        { field: 'departmentId', message: '请选择部门！' },
      ])
  })

  it('can also be set for a disabled user', async () => {
    const [id, userId] = [await add('停用者'), await colleague(suite.here, 1)]
    expect(await membership({ userId, departmentId: id })).toMatchObject({ code: codes.ok })
    expect(await departmentsOf(userId)).toEqual([id])
  })

  it('are those of a single request if requests are concurrent', async () => {
    const [one, other, userId] = [await add('甲部'), await add('乙部'), await colleague()]
    for (let round = 0; round < 4; round++) {
      await Promise.all([one, other].map((departmentId) => membership({ userId, departmentId })))
      expect(await departmentsOf(userId)).toHaveLength(1)
    }
  })

  it('must all belong to the tenant, or nothing is changed', async () => {
    const userId = await colleague()
    const [own, foreign] = [await add('自家'), await add('别家', suite.there)]
    await membership({ userId, departmentId: own })
    for (const departmentId of [foreign, `${own},${foreign}`, `${own},nowhere`])
      expect((await membership({ userId, departmentId })).errors).toEqual([
        { field: 'departmentId', message: '部门不存在，请重新选择' },
      ])
    expect(await departmentsOf(userId)).toEqual([own])
  })

  it('cannot be set for a user who does not belong to the tenant', async () => {
    const own = await add('自家人')
    const stranger = await colleague(suite.there)
    for (const userId of [stranger, 'nobody'])
      expect((await membership({ userId, departmentId: own })).errors).toEqual([
        { field: 'userId', message: '用户不存在，请重新选择' },
      ])
    expect(await departmentsOf(stranger)).toBeNull()
    // Even the platform, which can access both tenants, cannot do so.
    expect(await membership({ userId: stranger, departmentId: own }, suite.admin.token)).toMatchObject({
      code: codes.invalid,
    })
    const { tenantId } = suite.there
    const foreign = await add('那边', suite.there)
    expect(await membership({ tenantId, userId: stranger, departmentId: foreign })).toMatchObject({
      code: codes.notFound,
    })
    expect(await departmentsOf(stranger, tenantId)).toBeNull()
  })

  it('cannot be set for a user with more rights in the tenant', async () => {
    const { owner } = suite.database
    await owner.insertInto('role').values({ id: 'desk', name: '部门专员', roleType: 2 }).execute()
    await owner
      .insertInto('roleMenu')
      .values(['tenantManager', 'userDepartment'].map((menuId) => ({ roleId: 'desk', menuId })))
      .execute()
    const desk = await signedInMember(suite.database, 'desk')
    const { tenantId } = desk
    const [plain, holder] = [await colleague(desk), await colleague(desk)]
    await owner
      .updateTable('tenantUser')
      .set({ roleId: tenantAdministrator.id })
      .where('id', '=', holder)
      .execute()
    await owner.insertInto('department').values({ tenantId, id: 'desk', departmentName: '前台' }).execute()
    const input = { tenantId, departmentId: 'desk' }
    expect(await membership({ ...input, userId: plain }, desk.token)).toMatchObject({ code: codes.ok })
    expect(await membership({ ...input, userId: holder }, desk.token)).toMatchObject({
      code: codes.forbidden,
      message: '不能修改权限高于您的用户',
    })
    expect(await membership({ ...input, userId: holder }, suite.admin.token)).toMatchObject({
      code: codes.ok,
    })
    // The user has no menu for departments, so changing a department is forbidden.
    const another = { tenantId, parentId: '0', departmentName: '后台' }
    expect(await send(suite.server, departmentSave, another, desk)).toMatchObject({ code: codes.forbidden })
  })

  it('are deleted with the membership', async () => {
    const [id, userId] = [await add('离开者'), await colleague()]
    await membership({ userId, departmentId: id })
    const { owner } = suite.database
    await owner.deleteFrom('tenantUser').where('id', '=', userId).execute()
    const left = await owner
      .selectFrom('departmentUser')
      .selectAll()
      .where('tenantUserId', '=', userId)
      .execute()
    expect(left).toEqual([])
  })
})
