import {
  codes,
  defaultReasonKinds,
  defaultReasons,
  departmentDelete,
  departmentSave,
  globalTenantId,
  maxReason,
  menuOrder,
  reasonChoices,
  reasonPolicy,
  reasonPolicySave,
  roleDelete,
  roleSave,
  signOut,
  userInfo,
} from '@atrium/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../app/test-kit/index.ts'
import { addUser, type Sender, send, signInAs } from '../identity/sign-in/test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})
afterEach(() => suite.database.owner.deleteFrom('changeReasonPolicy').execute())
afterAll(() => suite.close())

const left = { code: 'L', name: '人员离职', nameEn: 'Left the organisation', enabled: true }
const typo = { code: 'T', name: '录入错误', nameEn: '', enabled: false }

const save = (tenantId: string, change: object = {}, sender: Sender = suite.admin) =>
  send(
    suite.server,
    reasonPolicySave,
    { tenantId, kinds: ['delete'], reasons: [left, typo], ...change },
    sender,
  )

const lastEvent = () =>
  suite.database.owner
    .selectFrom('auditEvent')
    .selectAll()
    .orderBy('sequence', 'desc')
    .executeTakeFirstOrThrow()

let made = 0
const addDepartment = async ({ tenantId, token }: { tenantId: string; token: string } = suite.here) => {
  made += 1
  const department = { tenantId, parentId: '0', departmentName: `科室${made}` }
  const { data } = await send(suite.server, departmentSave, department, { token })
  return String(data)
}

/** Deletes a new department of a tenant. */
const remove = async (
  sender: Omit<Sender, 'token'>,
  person: { tenantId: string; token: string } = suite.here,
) => {
  const id = await addDepartment(person)
  const response = await send(suite.server, departmentDelete, { id }, { token: person.token, ...sender })
  const left = await suite.database.owner.selectFrom('department').select('id').where('id', '=', id).execute()
  return { response, isDeleted: left.length === 0 }
}

describe('a reason for change', () => {
  it('is required for a deletion by default, in the caller’s language, and nothing is deleted without it', async () => {
    const { response, isDeleted } = await remove({ reason: '' })
    expect(response).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'reason', message: '请填写变更原因' }],
    })
    expect(isDeleted).toBe(false)
    expect((await lastEvent()).call).toBe(departmentSave.path)
    const english = await remove({ reason: ' ', language: 'en' })
    expect(english.response.errors).toEqual([
      { field: 'reason', message: 'State the reason for this change' },
    ])
  })

  it('is recorded in the event, trimmed', async () => {
    const { response, isDeleted } = await remove({ reason: '  科室合并 100% ' })
    expect([response.code, isDeleted]).toEqual([codes.ok, true])
    expect(await lastEvent()).toMatchObject({ call: departmentDelete.path, reason: '科室合并 100%' })
  })

  it('is recorded for a change that needs none', async () => {
    const department = { tenantId: suite.here.tenantId, parentId: '0', departmentName: '有原因的科室' }
    await send(suite.server, departmentSave, department, { token: suite.here.token, reason: '新设' })
    expect(await lastEvent()).toMatchObject({ call: departmentSave.path, reason: '新设' })
    const next = { ...department, departmentName: '无原因的科室' }
    const { code } = await send(suite.server, departmentSave, next, { token: suite.here.token, reason: '' })
    expect(code).toBe(codes.ok)
    expect((await lastEvent()).reason).toBe('')
  })

  it('is rejected if it is too long or cannot be read', async () => {
    const long = await remove({ reason: '因'.repeat(maxReason + 1) })
    expect(long.response).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'reason', message: `变更原因不能超过 ${maxReason} 个字符` }],
    })
    expect(long.isDeleted).toBe(false)
    expect((await remove({ reason: '因'.repeat(maxReason) })).isDeleted).toBe(true)
    const id = await addDepartment()
    for (const sent of ['%zz', 'a%00b', '%ED%A0%80']) {
      const response = await fetch(`${suite.server.api}${departmentDelete.path}?id=${id}`, {
        headers: { authorization: suite.here.token, 'change-reason': sent },
      })
      expect(await response.json()).toMatchObject({
        code: codes.invalid,
        errors: [{ field: 'reason', message: '变更原因含有无法保存的字符' }],
      })
    }
  })

  it('may be chosen from the list, in the words that the user saw, with or without free text', async () => {
    await save(suite.here.tenantId)
    expect((await remove({ reason: '', reasonCode: 'L' })).isDeleted).toBe(true)
    expect((await lastEvent()).reason).toBe('[L] 人员离职')
    expect((await remove({ reason: '下月', reasonCode: 'L', language: 'en' })).isDeleted).toBe(true)
    expect((await lastEvent()).reason).toBe('[L] Left the organisation 下月')
  })

  it('cannot be chosen if it is disabled, unknown or in another tenant’s list', async () => {
    await save(suite.here.tenantId)
    await save(suite.there.tenantId, { reasons: [{ ...left, code: 'X' }] })
    for (const reasonCode of ['T', 'X', 'R01']) {
      const { response, isDeleted } = await remove({ reason: '其他', reasonCode })
      expect(response).toMatchObject({
        code: codes.invalid,
        errors: [{ field: 'reason', message: '所选变更原因不在可选列表中，请重新选择' }],
        reasons: [{ code: 'L', name: '人员离职' }],
      })
      expect(isDeleted).toBe(false)
    }
    expect((await remove({ reasonCode: 'X' }, suite.there)).isDeleted).toBe(true)
  })

  it('is asked for by the tenant’s policy, else by the platform’s', async () => {
    await save(globalTenantId, { kinds: [] })
    expect((await remove({ reason: '' })).isDeleted).toBe(true)
    await save(suite.here.tenantId, { kinds: ['delete'] })
    expect((await remove({ reason: '' })).isDeleted).toBe(false)
    expect((await remove({ reason: '' }, suite.there)).isDeleted).toBe(true)
    await save(suite.here.tenantId, { kinds: ['delete'], follows: true })
    expect((await remove({ reason: '' })).isDeleted).toBe(true)
    await save(globalTenantId, { kinds: ['delete'] })
    expect((await remove({ reason: '' })).isDeleted).toBe(false)
    await save(suite.here.tenantId, { kinds: [] })
    expect((await remove({ reason: '' })).isDeleted).toBe(true)
  })

  it('is asked for once by a call that changes many', async () => {
    const role = (name: string) => ({ name, roleType: 2, status: 0, superAdmin: 1, resourceIdList: [] })
    const ids: string[] = []
    for (const name of ['原因角色一', '原因角色二'])
      ids.push(String((await send(suite.server, roleSave, role(name), suite.admin)).data))
    const without = await send(suite.server, roleDelete, { ids }, { ...suite.admin, reason: '' })
    expect(without).toMatchObject({ code: codes.invalid, errors: [{ field: 'reason' }] })
    expect((await send(suite.server, roleDelete, { ids }, { ...suite.admin, reason: '不再使用' })).code).toBe(
      codes.ok,
    )
    expect(await lastEvent()).toMatchObject({ entityId: ids.join(), reason: '不再使用' })
  })

  it('is asked for by switched-on kinds', async () => {
    const order = { parentId: '0', ids: [] }
    const before = await send(suite.server, menuOrder, order, { ...suite.admin, reason: '' })
    expect(before.errors?.some(({ field }) => field === 'reason') ?? false).toBe(false)
    await save(globalTenantId, { kinds: ['record'] })
    const department = { tenantId: suite.here.tenantId, parentId: '0', departmentName: '要原因的科室' }
    const after = await send(suite.server, departmentSave, department, {
      token: suite.here.token,
      reason: '',
    })
    expect(after).toMatchObject({ code: codes.invalid, errors: [{ field: 'reason' }] })
  })

  it('is never asked for at the end of a session', async () => {
    await save(globalTenantId, { kinds: [...defaultReasonKinds, 'person', 'operation'] })
    const { userName } = await addUser(suite.database)
    const token = await signInAs(suite.server, userName)
    expect((await send(suite.server, signOut, {}, { token, reason: '' })).code).toBe(codes.ok)
  })
})

describe('the policy', () => {
  const read = async (tenantId: string, sender: Sender = suite.admin) =>
    send(suite.server, reasonPolicy, { tenantId }, sender)

  it('is the default until the platform saves one, and the platform’s until a tenant saves its own', async () => {
    const kinds = [...defaultReasonKinds]
    const reasons = [...defaultReasons]
    expect((await read(globalTenantId)).data).toMatchObject({ follows: false, kinds, reasons, rowVersion: 0 })
    const { tenantId } = suite.here
    expect((await read(tenantId, suite.here)).data).toMatchObject({ follows: true, kinds, rowVersion: 0 })
    await save(globalTenantId, { kinds: ['lock'] })
    expect((await read(tenantId, suite.here)).data).toMatchObject({ kinds: ['lock'], reasons: [left, typo] })
    await save(tenantId, { kinds: ['role', 'role'], reasons: [typo, left] }, suite.here)
    expect((await read(tenantId, suite.here)).data).toMatchObject({
      ...{ id: tenantId, tenantId, follows: false, kinds: ['role'], reasons: [typo, left], rowVersion: 1 },
    })
  })

  it('always needs a reason for its change, which the trail shows with both states', async () => {
    const { tenantId } = suite.here
    expect(await save(tenantId, {}, { ...suite.here, reason: '' })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'reason' }],
    })
    await save(tenantId, {}, suite.here)
    await save(tenantId, { kinds: [] }, { ...suite.here, reason: '按 SOP-12' })
    expect(await lastEvent()).toMatchObject({
      ...{ entity: 'change_reason_policy', entityId: tenantId, tenantId, reason: '按 SOP-12' },
      before: { kinds: ['delete'], reasons: [left, typo] },
      after: { kinds: [], reasons: [left, typo] },
    })
  })

  it('rejects a save over a newer version, codes used twice, and too many reasons', async () => {
    const { tenantId } = suite.here
    await save(tenantId, {}, suite.here)
    await save(tenantId, { kinds: ['role'] }, suite.here)
    expect(await save(tenantId, { kinds: [], rowVersion: 1 }, suite.here)).toMatchObject({
      code: codes.conflict,
      changes: expect.arrayContaining([{ field: 'kinds', current: ['role'] }]),
    })
    expect(await save(tenantId, { reasons: [left, left] }, suite.here)).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'reasons', message: '原因代码不能重复' }],
    })
    const many = Array.from({ length: 51 }, (_, index) => ({ code: `C${index}`, name: '原因' }))
    expect((await save(tenantId, { reasons: many }, suite.here)).code).toBe(codes.invalid)
    expect((await save(tenantId, { kinds: ['everything'] }, suite.here)).code).toBe(codes.invalid)
  })

  it('of the platform and of other tenants cannot be changed by a tenant', async () => {
    expect((await save(globalTenantId, {}, suite.here)).code).toBe(codes.forbidden)
    expect((await save(suite.there.tenantId, {}, suite.here)).code).toBe(codes.notFound)
    expect((await read(suite.there.tenantId, suite.here)).code).toBe(codes.notFound)
  })

  it('is shown to everyone in the tenant: what needs a reason, and the reasons to choose from', async () => {
    await save(suite.here.tenantId)
    const choices = async (tenantId: string, sender: Sender) =>
      send(suite.server, reasonChoices, { tenantId }, sender)
    expect((await choices(suite.here.tenantId, { ...suite.here, language: 'en' })).data).toEqual({
      kinds: ['delete'],
      reasons: [{ code: 'L', name: 'Left the organisation' }],
    })
    expect((await choices(suite.there.tenantId, suite.here)).code).toBe(codes.notFound)
    expect((await choices(suite.here.tenantId, suite.admin)).data?.kinds).toEqual(['delete'])
  })

  it('comes with the signed-in user: the platform’s, and that of own tenants that have one', async () => {
    const asked = async (sender: Sender) =>
      (await send(suite.server, userInfo, {}, sender)).data?.changeReasons
    const platform = { tenantId: globalTenantId, kinds: [...defaultReasonKinds] }
    expect(await asked(suite.here)).toEqual([platform])
    await save(suite.here.tenantId, { kinds: ['role'] })
    await save(suite.there.tenantId, { kinds: ['lock'] })
    const own = { tenantId: suite.here.tenantId, kinds: ['role'] }
    expect(await asked(suite.here)).toEqual([platform, own])
    expect(await asked(suite.admin)).toHaveLength(3)
    await save(suite.here.tenantId, { follows: true })
    expect(await asked(suite.here)).toEqual([platform])
  })
})
