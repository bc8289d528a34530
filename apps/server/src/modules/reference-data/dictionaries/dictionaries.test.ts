import {
  categories,
  categoryTypes,
  codes,
  dictionaryChildren,
  dictionaryDelete,
  dictionaryList,
  dictionarySave,
  globalTenantId,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Person, type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'
import { globalEntryId } from './seed.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const entry = (dicCode: string, more: object = {}) => ({
  dicName: '某岗位',
  dicNameEn: 'Some position',
  dicCode,
  sort: 99,
  categoryId: categories.position as string,
  tenantId: globalTenantId,
  ...more,
})

const save = (person: Person, input: ReturnType<typeof entry>) =>
  send(suite.server, dictionarySave, input, { token: person.token })
const remove = (person: Person, id: string) =>
  send(suite.server, dictionaryDelete, { id }, { token: person.token })

const entriesOf = async (
  person: Person,
  input: { categoryId: string; tenantId?: string },
  language: 'zh' | 'en' = 'zh',
) =>
  (await send(suite.server, dictionaryList, { limit: 1000, ...input }, { token: person.token, language }))
    .data?.list ?? []

const add = async (person: Person, input: ReturnType<typeof entry>): Promise<string> => {
  const response = await save(person, input)
  expect(response).toMatchObject({ code: codes.ok })
  return String(response.data)
}

const rejectedFields = async (person: Person, input: ReturnType<typeof entry>) =>
  (await save(person, input)).errors?.map(({ field }) => field)

describe('categories', () => {
  it('lists the top-level categories in the caller’s language', async () => {
    const { data } = await send(suite.server, categoryTypes, {}, { token: suite.guest.token, language: 'en' })
    expect(data?.map(({ code }) => code)).toEqual(Object.values(categories))
    expect(data?.find(({ code }) => code === categories.therapeuticArea)).toMatchObject({
      isTenant: false,
      isParent: true,
      childCode: '17',
      desc: expect.stringMatching(/^[A-Z][a-z]/),
    })
  })
})

describe('global entries', () => {
  it('can be read by every user, in the caller’s language', async () => {
    const [zh] = await entriesOf(suite.guest, { categoryId: categories.siteLevel })
    const [en] = await entriesOf(suite.guest, { categoryId: categories.siteLevel }, 'en')
    expect(zh).toMatchObject({ tenantId: globalTenantId, displayName: zh?.dicName })
    expect(en).toMatchObject({ id: zh?.id, displayName: en?.dicNameEn })
  })

  it('can be changed by the platform only', async () => {
    const message = '公共条目由平台统一维护，不能在此修改'
    expect(await save(suite.here, entry('G1'))).toMatchObject({ code: codes.forbidden, message })
    const id = await add(suite.admin, entry('G1'))
    expect(await save(suite.here, entry('G2', { id }))).toMatchObject({ code: codes.forbidden, message })
    expect(await remove(suite.here, id)).toMatchObject({ code: codes.forbidden, message })
    expect(await save(suite.here, entry('G2', { id, tenantId: suite.here.tenantId }))).toMatchObject({
      code: codes.forbidden,
    })
    expect(await remove(suite.admin, id)).toMatchObject({ code: codes.ok })
  })
})

describe('the entries of a select', () => {
  const found = async (input: object) => {
    const asked = { categoryId: categories.position, tenantId: suite.here.tenantId, ...input }
    const { data } = await send(suite.server, dictionaryList, asked, { token: suite.here.token })
    return { names: data?.list.map(({ dicName }) => dicName), totalCount: data?.totalCount }
  }

  it('can be searched by part of either name, and are paged', async () => {
    const own = { tenantId: suite.here.tenantId }
    await add(suite.here, entry('SEEK1', { ...own, dicName: '寻找%监查员', dicNameEn: 'Sought monitor' }))
    await add(suite.here, entry('SEEK2', { ...own, dicName: '寻找稽查员', dicNameEn: 'Sought auditor' }))
    expect(await found({ keyWord: '寻找' })).toEqual({ names: ['寻找%监查员', '寻找稽查员'], totalCount: 2 })
    expect(await found({ keyWord: '寻找', limit: 1 })).toEqual({ names: ['寻找%监查员'], totalCount: 2 })
    expect(await found({ keyWord: 'sought AUD' })).toMatchObject({ names: ['寻找稽查员'] })
    expect(await found({ keyWord: '%' })).toMatchObject({ names: ['寻找%监查员'] })
    expect(await found({ keyWord: '无此条目' })).toEqual({ names: [], totalCount: 0 })
  })

  it('are limited to the given id, and are empty if it belongs to another tenant or category', async () => {
    const id = await add(suite.here, entry('NAMED', { tenantId: suite.here.tenantId, dicName: '留名' }))
    const foreign = await add(suite.there, entry('ALIEN', { tenantId: suite.there.tenantId }))
    expect(await found({ id })).toEqual({ names: ['留名'], totalCount: 1 })
    expect(await found({ id: foreign })).toEqual({ names: [], totalCount: 0 })
    expect(await found({ id, categoryId: categories.userType })).toEqual({ names: [], totalCount: 0 })
  })
})

describe('an entry that another user changed', () => {
  it('is not overwritten by a stale save, even if it is a delivered entry', async () => {
    const [entryRead] = await entriesOf(suite.admin, { categoryId: categories.siteLevel })
    const { id, dicCode, rowVersion } = entryRead ?? { id: '', dicCode: '', rowVersion: 0 }
    const change = (more: object) =>
      save(suite.admin, entry(dicCode, { id, categoryId: categories.siteLevel, ...more }))
    expect(await change({ dicName: '改名', sort: 1, rowVersion })).toMatchObject({ code: codes.ok })
    const late = await change({ dicName: '改名', sort: 2, description: '晚', rowVersion })
    expect(late).toMatchObject({ code: codes.conflict })
    expect(late.changes).toContainEqual({ field: 'dicName', current: '改名' })
    expect(late.changes?.map(({ field }) => field)).not.toContain('description')
  })
})

describe('a tenant’s own entries', () => {
  it('are listed with the global ones, but only for that tenant', async () => {
    const { tenantId } = suite.here
    const id = await add(suite.here, entry('OWN', { tenantId }))
    const category = { categoryId: categories.position }
    const ids = async (person: Person, input: { categoryId: string; tenantId?: string }) =>
      (await entriesOf(person, input)).map((found) => found.id)
    expect(await ids(suite.here, { ...category, tenantId })).toEqual(
      expect.arrayContaining([id, globalEntryId(categories.position, 'PM')]),
    )
    expect(await ids(suite.here, category)).not.toContain(id)
    expect(await ids(suite.admin, { ...category, tenantId })).toContain(id)
    expect(await ids(suite.there, { ...category, tenantId: suite.there.tenantId })).not.toContain(id)
  })

  it('are allowed only in categories that support them', async () => {
    const { tenantId } = suite.here
    const input = entry('NOT', { tenantId, categoryId: categories.siteLevel })
    expect(await rejectedFields(suite.here, input)).toEqual(['tenantId'])
  })

  it('cannot change their tenant or category', async () => {
    const id = await add(suite.here, entry('STAY', { tenantId: suite.here.tenantId }))
    const move = (more: object) => rejectedFields(suite.admin, entry('STAY', { id, ...more }))
    expect(await move({ tenantId: suite.there.tenantId })).toEqual(['tenantId'])
    expect(await move({ tenantId: globalTenantId })).toEqual(['tenantId'])
    expect(await move({ tenantId: suite.here.tenantId, categoryId: categories.userType })).toEqual([
      'categoryId',
    ])
  })
})

describe('codes', () => {
  it('must be unique among siblings, but can be reused elsewhere', async () => {
    const own = { tenantId: suite.here.tenantId }
    await add(suite.here, entry('CODE', own))
    const again = await save(suite.here, entry('CODE', own))
    expect(again).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'dicCode', message: '编码已被使用，请换一个' }],
    })
    await add(suite.there, entry('CODE', { tenantId: suite.there.tenantId }))
    await add(suite.here, entry('CODE', { ...own, categoryId: categories.userType }))
  })
})

describe('child entries', () => {
  const parentOf = (code: string) => entry(code, { categoryId: categories.therapeuticArea })
  const childOf = (parentId: string, code: string) => entry(code, { categoryId: '17', parentId })

  it('are listed under an entry of the parent category', async () => {
    const parentId = await add(suite.admin, parentOf('AREA1'))
    const id = await add(suite.admin, childOf(parentId, 'DISEASE1'))
    const { data } = await send(suite.server, dictionaryChildren, { parentId }, suite.guest)
    expect(data).toMatchObject([{ id, parentId, dicCode: 'DISEASE1' }])
  })

  it('are rejected under any other entry', async () => {
    const parentId = await add(suite.admin, parentOf('AREA2'))
    const child = await add(suite.admin, childOf(parentId, 'DISEASE2'))
    expect(await rejectedFields(suite.admin, childOf('', 'D'))).toEqual(['parentId'])
    expect(await rejectedFields(suite.admin, childOf('nobody', 'D'))).toEqual(['parentId'])
    expect(await rejectedFields(suite.admin, childOf(child, 'D'))).toEqual(['parentId'])
    expect(await rejectedFields(suite.admin, entry('D', { parentId }))).toEqual(['parentId'])
    expect(await rejectedFields(suite.admin, entry('D', { categoryId: 'none' }))).toEqual(['categoryId'])
  })

  it('prevent the deletion of their parent', async () => {
    const parentId = await add(suite.admin, parentOf('AREA3'))
    const child = await add(suite.admin, childOf(parentId, 'DISEASE3'))
    expect(await remove(suite.admin, parentId)).toMatchObject({
      code: codes.conflict,
      message: '正在使用中，无法删除：1 个子条目',
    })
    expect(await remove(suite.admin, child)).toMatchObject({ code: codes.ok })
    expect(await remove(suite.admin, parentId)).toMatchObject({ code: codes.ok })
  })

  it('are not found for an unknown entry', async () => {
    const response = await send(suite.server, dictionaryChildren, { parentId: 'nobody' }, suite.admin)
    expect(response).toMatchObject({ code: codes.notFound })
  })
})

describe('deleting an entry', () => {
  it('is rejected while tenants or users refer to it', async () => {
    const { owner } = suite.database
    const category = await add(suite.admin, entry('USED', { categoryId: categories.tenantCategory }))
    const position = await add(suite.here, entry('USED', { tenantId: suite.here.tenantId }))
    await owner
      .updateTable('tenant')
      .set({ categoryId: category })
      .where('id', '=', suite.here.tenantId)
      .execute()
    await owner
      .updateTable('tenantUser')
      .set({ positionId: position })
      .where('tenantId', '=', suite.here.tenantId)
      .execute()
    expect(await remove(suite.admin, category)).toMatchObject({ message: '正在使用中，无法删除：1 个租户' })
    expect(await remove(suite.here, position)).toMatchObject({
      message: '正在使用中，无法删除：1 个租户用户',
    })
  })
})
