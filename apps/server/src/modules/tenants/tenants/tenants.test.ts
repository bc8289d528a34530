import { randomUUID } from 'node:crypto'
import {
  categories,
  codes,
  globalTenantId,
  type InputOf,
  tenantCombobox,
  tenantDelete,
  tenantList,
  tenantSave,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import {
  describePlainEntity,
  plainEntityKit,
  type Suite,
  signedInMember,
  startSuite,
} from '../../../app/test-kit/index.ts'
import { tenantAdministrator } from '../../access/index.ts'
import { addMembership, type Sender, send } from '../../identity/sign-in/test-kit/index.ts'
import { globalEntryId } from '../../reference-data/dictionaries/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const sponsor = globalEntryId(categories.tenantCategory, 'SPONSOR')

const tenant = {
  list: tenantList,
  save: tenantSave,
  remove: tenantDelete,
  example: (tenantName: string) => ({
    tenantName,
    abbr: 'ABC',
    categoryId: sponsor,
    contact: '周明',
    tel: '02160000000',
    email: 'a@hengze.example',
    postcode: '200000',
    address: '示例路 1 号',
    countryId: 'CN',
    provinceId: '310000',
    cityId: '310100',
  }),
  name: 'tenantName',
  text: 'contact',
}

const { add, call, find, idsOf, list, rejectedFields, remove, save } = plainEntityKit(() => suite, tenant)

describe('a tenant', () => {
  describePlainEntity(() => suite, tenant)

  it('gets a code from the server, and has region names in the language of the request', async () => {
    const id = await add('衡泽医药有限公司')
    const added = await find(id)
    expect(added).toMatchObject({
      tenantCode: expect.stringMatching(/^T[0-9A-Z]{10}$/),
      categoryName: expect.stringMatching(/\p{Script=Han}/u),
      countryName: '中国',
      provinceName: '上海市',
      createTime: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(await find(id, 'en')).toMatchObject({ countryName: 'China', provinceName: 'Shanghai' })
    await save('新名医药', { id })
    expect(await find(id)).toMatchObject({ tenantCode: added?.tenantCode })
  })

  it('rejects a name that another tenant has, regardless of case and Unicode form', async () => {
    await add('Nova Clinical')
    for (const name of ['nova clinical', 'ＮＯＶＡ Clinical', ' Nova Clinical ']) {
      const response = await call(tenantSave, tenant.example(name), 'en')
      const message = 'Tenant name is taken; please choose another'
      expect(response).toMatchObject({ code: codes.invalid, errors: [{ field: 'tenantName', message }] })
    }
  })

  it('is added once if concurrent calls use the same name', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => save('同时医药')))
    expect(responses.map(({ code }) => code).sort()).toEqual([codes.ok, ...Array(7).fill(codes.invalid)])
  })

  it('rejects an invalid category and invalid regions together', async () => {
    const none = { countryId: '', provinceId: '', cityId: '' }
    const rejected = (more: object) => rejectedFields({ ...none, ...more })
    expect(await rejected({ categoryId: globalEntryId(categories.position, 'PM') })).toEqual(['categoryId'])
    expect(await rejected({ categoryId: 'x', countryId: 'x' })).toEqual(['categoryId', 'countryId'])
    expect(await rejected({ countryId: 'CN', provinceId: '310000', cityId: '320500' })).toEqual(['cityId'])
    expect(await rejected({ countryId: 'US', provinceId: '310000' })).toEqual(['provinceId'])
    expect(await rejected({ provinceId: '310000' })).toEqual(['provinceId'])
    expect(await rejected({ countryId: '310000' })).toEqual(['countryId'])
  })

  it('does not include the platform’s own row', async () => {
    expect(await save('不存在', { id: globalTenantId })).toMatchObject({ code: codes.notFound })
    expect(await remove(globalTenantId)).toMatchObject({ code: codes.notFound })
    expect(await idsOf({})).not.toContain(globalTenantId)
  })
})

describe('deleting a tenant', () => {
  it('is prevented by an open invitation, but not by a closed or expired one', async () => {
    const id = await add('邀请未决医药')
    const insert = (status: 'pending' | 'accepted') =>
      suite.database.owner
        .insertInto('invitation')
        .values({
          tenantId: id,
          id: randomUUID(),
          keyHash: randomUUID(),
          email: 'a@b.example',
          status,
          emailKey: 'a@b.example',
          language: 'zh',
          expiresAt: sql<Date>`now() + interval '1 day'`,
        })
        .execute()
    await insert('accepted')
    await insert('pending')
    expect(await remove(id)).toMatchObject({
      code: codes.conflict,
      message: expect.stringContaining('1 个待接受的邀请'),
    })
    await suite.database.owner
      .updateTable('invitation')
      .set({ expiresAt: sql<Date>`now()` })
      .where('tenantId', '=', id)
      .execute()
    expect(await remove(id)).toMatchObject({ code: codes.ok })
  })

  it('is rejected with the number of uses', async () => {
    const { owner } = suite.database
    const { tenantId } = suite.there
    const entry = { tenantId, categoryId: categories.position, dicName: '岗', sort: 1 }
    await owner
      .insertInto('dictionary')
      .values([
        { ...entry, id: 'use-1', dicCode: '1' },
        { ...entry, id: 'use-2', dicCode: '2' },
      ])
      .execute()
    expect(await remove(tenantId)).toMatchObject({
      code: codes.conflict,
      message: '正在使用中，无法删除：1 个租户用户、2 个字典条目',
    })
    expect(await call(tenantDelete, { id: tenantId }, 'en')).toMatchObject({
      message: 'In use, so it cannot be deleted: 1 tenant user, 2 dictionary entries',
    })
  })
})

describe('listing tenants', () => {
  it('also searches abbreviation, code and contact', async () => {
    const id = await add('示例生物科技', { abbr: 'YunXiu', contact: '欧阳清' })
    const code = String((await find(id))?.tenantCode)
    for (const keyWord of ['yunxiu', '欧阳', code.slice(2, 8).toLowerCase()])
      expect(await idsOf({ keyWord })).toContain(id)
    expect(await list({ keyWord: "' or" })).toMatchObject({ list: [], totalCount: 0 })
  })

  it('filters by category, with and without a search', async () => {
    const cro = globalEntryId(categories.tenantCategory, 'CRO')
    const id = await add('云岫合同研究', { categoryId: cro })
    for (const keyWord of ['', '云岫合同']) {
      expect(await idsOf({ keyWord, categoryId: cro })).toContain(id)
      expect(await idsOf({ keyWord, categoryId: sponsor })).not.toContain(id)
    }
  })
})

describe('choosing a tenant', () => {
  const choices = async (input: InputOf<typeof tenantCombobox>, sender: Sender) =>
    (await send(suite.server, tenantCombobox, input, sender)).data?.map(({ code }) => code)

  it('offers all tenants to the platform', async () => {
    const offered = await choices({}, suite.admin)
    expect(offered).toEqual(expect.arrayContaining([suite.here.tenantId, suite.there.tenantId]))
    expect(offered).not.toContain(globalTenantId)
  })

  it('offers other users their own tenants', async () => {
    expect(await choices({}, suite.here)).toEqual([suite.here.tenantId])
  })

  it('finds a tenant by part of its name, however many sort before it', async () => {
    const id = await add('云岫末位医药')
    expect(await choices({ limit: 1 }, suite.admin)).not.toEqual([id])
    expect(await choices({ limit: 1, keyWord: '岫末位' }, suite.admin)).toEqual([id])
    expect(await choices({ keyWord: '岫末位' }, suite.here)).toEqual([])
  })

  it('returns a tenant by id if the caller may choose it', async () => {
    const { tenantId } = suite.there
    expect(await choices({ tenantId }, suite.admin)).toEqual([tenantId])
    expect(await choices({ tenantId }, suite.there)).toEqual([tenantId])
    for (const [id, sender] of [
      [tenantId, suite.here],
      ['nobody', suite.admin],
    ] as const)
      expect(await send(suite.server, tenantCombobox, { tenantId: id }, sender)).toMatchObject({
        code: codes.notFound,
        data: null,
      })
    expect(await choices({ tenantId: globalTenantId }, suite.admin)).toEqual([])
  })

  it('does not offer tenants where the caller is only a member', async () => {
    const { userId, token, tenantId } = await signedInMember(suite.database, tenantAdministrator.id)
    await addMembership(suite.database, userId, null)
    const { data } = await send(suite.server, tenantCombobox, {}, { token })
    expect(data?.map(({ code }) => code)).toEqual([tenantId])
    expect((await send(suite.server, tenantCombobox, {}, suite.guest)).data).toEqual([])
  })
  describe('for a screen', () => {
    const addRole = async (roleType: 1 | 2, menuId: string) => {
      const id = randomUUID()
      await suite.database.owner.insertInto('role').values({ id, name: id, roleType }).execute()
      await suite.database.owner.insertInto('roleMenu').values({ roleId: id, menuId }).execute()
      return id
    }
    /** Signs in a user who administers one tenant and has only the dictionary menu in another. */
    const administrator = async () => {
      const { userId, token, tenantId } = await signedInMember(suite.database, tenantAdministrator.id)
      const other = await addMembership(suite.database, userId, await addRole(2, 'dictionary'))
      return { userId, sender: { token }, administered: tenantId, other }
    }

    it('offers only tenants in which the caller may use the screen', async () => {
      const { administered, other, sender } = await administrator()
      expect((await choices({}, sender))?.toSorted()).toEqual([administered, other].toSorted())
      expect((await choices({ menu: 'dictionary' }, sender))?.length).toBe(2)
      expect(await choices({ menu: 'tenantSite' }, sender)).toEqual([administered])
      expect(await choices({ menu: 'tenantSite', tenantId: administered }, sender)).toEqual([administered])
      const beyond = { menu: 'tenantSite', tenantId: other } as const
      expect((await send(suite.server, tenantCombobox, beyond, sender)).code).toBe(codes.notFound)
      // Platform menus are never available through a tenant role.
      expect(await choices({ menu: 'tenant' }, sender)).toEqual([])
    })

    it('offers all tenants if the caller has the screen for the platform, but not through another platform menu', async () => {
      const { administered, sender, userId } = await administrator()
      const roleId = await addRole(1, 'urlSet')
      await suite.database.owner.updateTable('appUser').set({ roleId }).where('id', '=', userId).execute()
      for (const tenantId of ['', suite.there.tenantId])
        expect(await choices({ menu: 'urlSet', tenantId }, sender)).toContain(suite.there.tenantId)
      expect(await choices({ menu: 'tenantSite' }, sender)).toEqual([administered])
      expect(await choices({ menu: 'tenantSite' }, suite.admin)).toContain(suite.there.tenantId)
    })

    it('rejects a screen without a tenant selection', async () => {
      const response = await send(suite.server, tenantCombobox, { menu: 'role' as 'tenant' }, suite.here)
      expect(response).toMatchObject({ code: codes.invalid, errors: [{ field: 'menu' }] })
    })
  })
})
