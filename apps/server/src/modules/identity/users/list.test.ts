import { codes, userList, userUpdate } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ordinaryUser, platformAdministrator } from '../../access/index.ts'
import { addMembership, addUser, send } from '../sign-in/test-kit/index.ts'
import { type Servers, signedInColleague, source, startServers, systemRole } from './test-kit/index.ts'

let suite: Servers

beforeAll(async () => {
  suite = await startServers()
})

afterAll(() => suite.close())

const list = async (input: Record<string, unknown>, language: 'zh' | 'en' = 'zh') => {
  const { token } = suite.admin
  const { code, data } = await send(suite.other, userList, input, { token, language })
  expect(code).toBe(codes.ok)
  return data ?? { list: [], totalCount: -1 }
}
const idsOf = async (input: Record<string, unknown>) => (await list(input)).list.map(({ id }) => id)

describe('searching users', () => {
  it('finds part of a full name, e-mail address or number, regardless of case', async () => {
    const { id } = await addUser(suite.database, {
      fullName: '欧阳·Zoë 云岫',
      email: 'Zoe.O@Klinik.example',
      emailKey: 'zoe.o@klinik.example',
      phone: '+86 138-0013 8000',
      phoneKey: '13800138000',
    })
    const parts = ['岫', '云岫', '阳·zo', 'ZOË', 'e.o@k', 'klinik.example', '138-00', '0013 8', '13800138000']
    for (const keyWord of parts) expect(await idsOf({ keyWord })).toContain(id)
    for (const keyWord of ['岫云', '%', '_', "'", '\\', '云岫zoe', '8000130'])
      expect(await list({ keyWord })).toMatchObject({ list: [], totalCount: 0 })
  })

  it('finds part of a user name, regardless of case and Unicode form', async () => {
    const { id } = await addUser(suite.database, { userName: 'Quastenflosser-Ａ7' })
    for (const userName of ['quasten', 'FLOSS', 'r-a7', 'Ｑuasten', ' sser ', 'q'])
      expect(await idsOf({ userName, limit: 100 })).toContain(id)
    expect(await idsOf({ userName: 'flosser', keyWord: '测试' })).toEqual([id])
    expect(await idsOf({ userName: 'flosser', keyWord: '别人' })).toEqual([])
    expect(await idsOf({ keyWord: 'quasten' })).toEqual([])
  })

  it('finds every substring of a name that a full scan finds', async () => {
    const names = ['阿卜杜热合曼·买买提', 'Ärzte_Gruppe', '𠮷田 back\\slash', '100% 👩‍⚕️', 'aaa']
    for (const fullName of names) await addUser(suite.database, { fullName })
    const users = await suite.database.owner
      .selectFrom('appUser')
      .select(['id', 'fullName', 'email', 'phone'])
      .execute()
    const pieces = names.flatMap((name) => {
      const letters = [...name]
      return [1, 2, 3, 4, 6].flatMap((length) =>
        letters
          .slice(0, letters.length - length + 1)
          .map((_, start) => letters.slice(start, start + length).join('')),
      )
    })
    for (const piece of new Set(pieces.filter((piece) => piece.trim() === piece))) {
      const scanned = users.filter(({ fullName, email, phone }) =>
        [fullName, email, phone].some((text) => text.toLowerCase().includes(piece.toLowerCase())),
      )
      const { list: found, totalCount } = await list({ keyWord: piece, searchAll: true, limit: 1000 })
      expect([piece, found.map(({ id }) => id).sort()]).toEqual([piece, scanned.map(({ id }) => id).sort()])
      expect(totalCount).toBe(scanned.length)
    }
  })

  it('filters by status', async () => {
    const { id } = await addUser(suite.database, { fullName: '锁定者', status: '1' })
    expect(await idsOf({ status: '1', limit: 1000 })).toContain(id)
    expect(await idsOf({ status: '1', keyWord: '锁定者' })).toEqual([id])
    expect(await idsOf({ status: '0', keyWord: '锁定者' })).toEqual([])
  })

  it('leaves out special users unless all are requested', async () => {
    const { id } = await addUser(suite.database, { fullName: '特殊用户甲', userType: '1' })
    expect(await list({ keyWord: '特殊用户甲' })).toMatchObject({ list: [], totalCount: 0 })
    expect(await list({ keyWord: '特殊用户甲', searchAll: true })).toMatchObject({
      list: [{ id }],
      totalCount: 1,
    })
    expect(await idsOf({ limit: 1000 })).not.toContain(id)
    expect(await idsOf({ limit: 1000, searchAll: true })).toContain(id)
  })
})

describe('a listed user', () => {
  it('has role and regions in the caller’s language, but no password', async () => {
    const region = { countryId: 'CN', provinceId: '310000', cityId: '310100' }
    await addUser(suite.database, { fullName: '有角色', roleId: ordinaryUser.id, ...region })
    const [zh] = (await list({ keyWord: '有角色' })).list
    expect(zh).toMatchObject({
      roleName: '普通用户',
      countryName: '中国',
      provinceName: '上海市',
      external: false,
    })
    const [en] = (await list({ keyWord: '有角色' }, 'en')).list
    expect(en).toMatchObject({ roleName: 'Ordinary user', countryName: 'China', provinceName: 'Shanghai' })
    expect(JSON.stringify(en)).not.toMatch(/password|argon2/i)
  })

  it('is external if the profile names the identity source', async () => {
    await addUser(suite.database, { fullName: '外部用户', org: source })
    await addUser(suite.database, { fullName: '外部用户', org: 'elsewhere' })
    const { list: users } = await list({ keyWord: '外部用户', sortBy: 'createTime', sortOrder: 'asc' })
    expect(users.map(({ external }) => external)).toEqual([true, false])
  })
})

describe('the reachable flag of a listed user', () => {
  it('matches the server’s decision whether the caller may change the user', async () => {
    const desk = await systemRole(suite, ['systemManger', 'user'])
    const { id: own, token } = await signedInColleague(suite, { roleId: desk })
    const people = {
      equal: await addUser(suite.database, { roleId: desk }),
      nobody: await addUser(suite.database, { roleId: ordinaryUser.id }),
      inTenant: await addUser(suite.database),
      mighty: await addUser(suite.database, { roleId: platformAdministrator.id }),
      mightyInTenant: await addUser(suite.database),
    }
    await addMembership(suite.database, people.inTenant.id, null)
    await addMembership(suite.database, people.mightyInTenant.id, 'tenant-administrator')
    const reached = async (sender: { token: string }, id: string) => {
      const user = await suite.database.owner
        .selectFrom('appUser')
        .select('userName')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const { data } = await send(suite.server, userList, { userName: user.userName }, sender)
      return data?.list.map(({ reachable }) => reachable)
    }
    const seenBy = async (sender: { token: string }) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries({ own: { id: own }, ...people }).map(
            async ([name, { id }]) => [name, (await reached(sender, id))?.[0]] as const,
          ),
        ),
      )
    const yes = { own: true, equal: true, nobody: true, inTenant: true, mighty: true, mightyInTenant: true }
    expect(await seenBy(suite.admin)).toEqual(yes)
    expect(await seenBy({ token })).toEqual({ ...yes, mighty: false, mightyInTenant: false })
    for (const { id } of Object.values(people)) {
      const { code } = await send(suite.server, userUpdate, { id, remark: '试' }, { token })
      expect(code).toBe((await reached({ token }, id))?.[0] ? codes.ok : codes.forbidden)
    }
  })
})

describe('the order of users', () => {
  it('is newest first by default, and works for each column both ways, with and without a search', async () => {
    for (const filter of [{}, { keyWord: '测试用户' }]) {
      const createTimes = (await list({ ...filter, limit: 1000 })).list.map(({ createTime }) => createTime)
      expect(createTimes).toEqual(createTimes.toSorted().toReversed())
      for (const sortBy of ['fullName', 'userName', 'email', 'phone', 'status', 'createTime']) {
        const up = await idsOf({ ...filter, sortBy, sortOrder: 'asc', limit: 1000 })
        expect(up.length).toBeGreaterThan(3)
        expect(await idsOf({ ...filter, sortBy, sortOrder: 'desc', limit: 1000 })).toEqual(up.toReversed())
      }
    }
    const names = (await list({ sortBy: 'userName', limit: 1000 })).list.map(({ userName }) =>
      userName.normalize('NFKC').toLowerCase(),
    )
    expect(names).toEqual(names.toSorted(new Intl.Collator('zh').compare))
  })

  it('sorts names as people expect: Chinese by pinyin, Latin regardless of case', async () => {
    const fullNames = ['欧阳岫', '安琪', '张伟', '李娜', 'bob', 'Alice', 'Émile', 'carla', '重庆']
    const remark = '姓名排序'
    for (const fullName of fullNames) {
      const userName = `order-${fullName}`
      await addUser(suite.database, { fullName: `${fullName}${remark}`, userName })
    }
    const sorted = ['安琪', '重庆', '李娜', '欧阳岫', '张伟', 'Alice', 'bob', 'carla', 'Émile']
    const named = async (input: object) => (await list({ limit: 100, ...input })).list
    const byFullName = await named({ keyWord: remark, sortBy: 'fullName' })
    expect(byFullName.map(({ fullName }) => fullName.replace(remark, ''))).toEqual(sorted)
    const byUserName = await named({ userName: 'order-', sortBy: 'userName' })
    expect(byUserName.map(({ userName }) => userName.replace('order-', ''))).toEqual(sorted)
  })

  it('accepts listed columns only', async () => {
    for (const sortBy of ['password_hash', 'id; drop table app_user', 'org'])
      expect(await send(suite.server, userList, { sortBy: sortBy as 'email' }, suite.admin)).toMatchObject({
        code: codes.invalid,
        errors: [{ field: 'sortBy' }],
      })
  })
})

describe('the pages of users', () => {
  it('contain every user exactly once', async () => {
    for (let user = 0; user < 7; user++) await addUser(suite.database, { fullName: '同名者' })
    for (const filter of [{}, { keyWord: '同名者' }, { keyWord: '同名者', sortBy: 'fullName' }]) {
      const { totalCount, totalEstimated } = await list(filter)
      expect(totalEstimated).toBeUndefined()
      const ids: string[] = []
      for (let page = 1; (page - 1) * 4 < totalCount; page++)
        ids.push(...(await idsOf({ ...filter, limit: 4, page })))
      expect(ids).toHaveLength(totalCount)
      expect(new Set(ids).size).toBe(totalCount)
      expect(await list({ ...filter, limit: 10, page: 1000 })).toMatchObject({ list: [], totalCount })
    }
  })

  it('are available to the platform only', async () => {
    const { owner } = suite.database
    await owner.insertInto('roleMenu').values({ roleId: 'tenant-administrator', menuId: 'user' }).execute()
    expect(await send(suite.server, userList, {}, suite.here)).toMatchObject({ code: codes.forbidden })
    await owner.deleteFrom('roleMenu').where('menuId', '=', 'user').execute()
  })
})
