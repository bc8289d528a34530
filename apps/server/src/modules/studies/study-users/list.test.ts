import { codes, type InputOf, type studyUserList } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { tenantAdministrator } from '../../access/index.ts'
import { addTenantUser } from '../../tenants/tenant-users/test-kit/index.ts'
import { type StudyUsers, startStudyUsers } from './test-kit/index.ts'

let kit: StudyUsers

beforeAll(async () => {
  kit = await startStudyUsers()
})

afterAll(() => kit.suite.close())

describe('the users to choose from', () => {
  it('are enabled and not yet authorized in this scope', async () => {
    const [atSite, whole, free, disabled] = [
      await kit.colleague('可选甲'),
      await kit.colleague('可选乙'),
      await kit.colleague('可选丙'),
      await kit.colleague('可选丁'),
    ]
    await kit.save({ tenantUserIds: [atSite.id], studySiteIds: [kit.first] })
    await kit.save({ tenantUserIds: [whole.id] })
    await kit.suite.database.owner
      .updateTable('tenantUser')
      .set({ enabled: 1 })
      .where('id', '=', disabled.id)
      .execute()
    const keyWord = '可选'
    expect(await kit.unselected({ keyWord })).toEqual([free.id, atSite.id])
    expect(await kit.unselected({ keyWord, studySiteId: kit.first })).toEqual([free.id])
    expect(await kit.unselected({ keyWord, studySiteId: kit.second })).toEqual([free.id, atSite.id])
    expect(await kit.unselected({ keyWord, limit: 1, page: 2 })).toEqual([atSite.id])
    expect(await kit.unselected({ keyWord: free.email })).toEqual([free.id])
  })
})

describe('the list of authorized users', () => {
  it('is sorted by name, can be searched by name or address, and is paged', async () => {
    const named = [await kit.colleague('序南'), await kit.colleague('序北'), await kit.colleague('序安')]
    await kit.save({ tenantUserIds: named.map(({ id }) => id) })
    const names = async (input: Partial<InputOf<typeof studyUserList>>) =>
      (await kit.list({ keyWord: '序', ...input })).map(({ fullName }) => fullName)
    expect(await names({})).toEqual(['序安', '序北', '序南'])
    expect(await names({ sortBy: 'fullName', sortOrder: 'desc' })).toEqual(['序南', '序北', '序安'])
    expect(await names({ limit: 2, page: 2 })).toEqual(['序南'])
    expect(await names({ keyWord: named[1]?.email ?? '' })).toEqual(['序北'])
    expect(await kit.listResponse({ keyWord: '无此人' })).toMatchObject({ data: { list: [], totalCount: 0 } })
  })
})

describe('the role in the tenant', () => {
  it('shows memberships that have ended', async () => {
    const user = await kit.colleague()
    expect(await kit.save({ tenantUserIds: [user.id] })).toMatchObject({ code: codes.ok })
    const membership = kit.suite.database.owner.updateTable('tenantUser').where('id', '=', user.id)
    await membership.set({ accessUntil: new Date('2026-01-01') }).execute()
    expect(await kit.rowOf(user)).toMatchObject({ memberState: 'ended', accessState: 'current' })
  })

  it('is shown in the caller’s language', async () => {
    const scope = { roleId: tenantAdministrator.id }
    const { id } = await addTenantUser(
      kit.suite.database,
      kit.suite.here.tenantId,
      { fullName: '角色可见' },
      scope,
    )
    await kit.save({ tenantUserIds: [id] })
    const shown = async (language: 'zh' | 'en') =>
      (await kit.list({ keyWord: '角色可见' }, { ...kit.suite.here, language })).map(
        ({ roleName }) => roleName,
      )
    const { name, nameEn } = tenantAdministrator
    expect([await shown('zh'), await shown('en')]).toEqual([[name], [nameEn]])
  })
})
