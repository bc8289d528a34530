import { expectedLengthHeader } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { addUser } from '../sign-in/test-kit/index.ts'
import { type ExportInput, exported, uniqueName } from './test-kit/exports.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

describe('the exported file', () => {
  it('has column titles, words and names in the caller’s language', async () => {
    const { owner } = suite.database
    const regions = { CN: ['中国', 'China'], '33': ['浙江省', 'Zhejiang'], '3301': ['杭州市', 'Hangzhou'] }
    const { id } = await addUser(suite.database, {
      fullName: '王晓',
      email: 'wang@xn--fsqu00a.example',
      emailValid: 0,
      phone: '13900000001',
      sex: '1',
      birthday: '1990-02-03',
      roleId: 'platform-administrator',
      roleUntil: new Date('2096-06-30T16:00:00Z'),
      status: '1',
      language: 'en',
      countryId: 'CN',
      remark: '第一行\n第二行',
      org: 'hospital',
      createdAt: new Date('2026-01-31T17:00:00Z'),
    })
    const [region] = await owner
      .selectFrom('area as city')
      .innerJoin('area as province', 'province.id', 'city.parentId')
      .select(['city.id as cityId', 'province.id as provinceId', 'city.areaName as cityName'])
      .select(['city.areaNameEn as cityNameEn', 'province.areaName as provinceName'])
      .select(['province.areaNameEn as provinceNameEn'])
      .limit(1)
      .execute()
    if (!region) throw new Error('there are no cities')
    const { cityId, provinceId, ...names } = region
    await owner.updateTable('appUser').set({ cityId, provinceId }).where('id', '=', id).execute()
    const [user] = await owner.selectFrom('appUser').select('userName').where('id', '=', id).execute()

    const { rows } = await exported(suite, { userIds: [id] })
    expect(rows).toEqual([
      [
        '姓名',
        '用户名',
        '电子邮箱',
        '邮箱验证',
        '手机号',
        '手机号验证',
        '角色',
        '角色开始日期',
        '角色结束日期',
        '状态',
        '用户类型',
        '性别',
        '出生日期',
        '语言',
      ].concat(['国家/地区', '省份', '城市', '身份源', '备注', '创建时间 (Asia/Shanghai)']),
      [
        '王晓',
        user?.userName,
        'wang@例子.example',
        '已验证',
        '13900000001',
        '未验证',
        '平台管理员',
        '',
        '2096-06-30',
        '已锁定',
        '普通用户',
      ].concat(
        ['女', '1990-02-03', 'English', regions.CN[0], names.provinceName, names.cityName],
        ['hospital', '第一行\n第二行', '2026-02-01 01:00:00'],
      ),
    ])
    const english = await exported(suite, { userIds: [id] }, 'en')
    expect(english.rows[0]).toEqual(
      expect.arrayContaining(['Full name', 'User name', 'E-mail', 'E-mail verified', 'Role', 'Birthday']),
    )
    expect(english.rows[1]).toEqual(
      expect.arrayContaining(['Platform administrator', 'Locked', 'Female', 'China', names.cityNameEn]),
    )
  })

  it.each([
    '<b onmouseover="alert(1)">&amp;</b>',
    'O’Neil "Q" \'x\'',
    '😀👩🏽‍⚕️ 用户',
    '\u202eשלום عالم',
    'a_x0041_b',
    '长'.repeat(100),
    '=HYPERLINK("http://x","y")',
    '+44 20 7946 0000',
    '+tag@atrium.example',
    '-李',
    '＝1+1',
  ])('contains the stored text: %s', async (fullName) => {
    const { id } = await addUser(suite.database, { fullName, remark: fullName.repeat(5) })
    const { rows } = await exported(suite, { userIds: [id] })
    expect(rows[1]?.[0]).toBe(fullName)
    expect(rows[1]).toContain(fullName.repeat(5))
  })

  it('includes all users that match the filters, special ones on request, newest first', async () => {
    const name = uniqueName()
    const at = (day: number) => ({ fullName: name, createdAt: new Date(2026, 0, day) })
    const old = await addUser(suite.database, at(1))
    const special = await addUser(suite.database, { ...at(2), userType: '1' })
    const young = await addUser(suite.database, at(3))
    const names = async (input: ExportInput) =>
      (await exported(suite, input)).rows.slice(1).map(([, userName]) => userName)
    expect(await names({ all: true, keyWord: name })).toEqual([young.userName, old.userName])
    expect(await names({ all: true, keyWord: name, searchAll: true })).toEqual(
      [young, special, old].map(({ userName }) => userName),
    )
    expect(await names({ all: true, keyWord: name, userName: old.userName })).toEqual([old.userName])
    expect(await names({ all: true, keyWord: uniqueName() })).toEqual([])
    // Selected users are exported once each, regardless of the current filters.
    expect(await names({ userIds: [special.id, old.id, old.id], keyWord: uniqueName() })).toEqual(
      [special, old].map(({ userName }) => userName),
    )
  })

  it('is an attachment with a file name and an approximate length', async () => {
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format()
    const { response, length, name } = await exported(suite, { all: true })
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="users-${today}.zip"`)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(name).toBe(`users-${today}.xlsx`)
    const expected = Number(response.headers.get(expectedLengthHeader))
    expect(expected).toBeGreaterThan(length / 2)
    expect(expected).toBeLessThan(length * 2)
  })
})
