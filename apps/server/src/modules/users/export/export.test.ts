import { setTimeout as pause } from 'node:timers/promises'
import { codes, expectedLengthHeader, type InputOf, type Language, userExport } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { type Person, type Suite, startSuite } from '../../../http/test-kit/index.ts'
import { addUser, send, signInAs } from '../../identity/test-kit/index.ts'
import { mostAtOnce } from './slots.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

type Input = InputOf<typeof userExport>

/** Asks for an export as `person`; the answer may still be on its way. */
const ask = (input: Input, person: Person = suite.admin, language: Language = 'zh', signal?: AbortSignal) =>
  fetch(`${suite.server.api}${userExport.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: person.token, language },
    body: JSON.stringify(input),
    signal,
  })

/** The rows of an export, its titles first. */
async function exported(input: Input, language: Language = 'zh') {
  const response = await ask(input, suite.admin, language)
  expect(response.headers.get('content-type')).toBe('application/zip')
  const bytes = new Uint8Array(await response.arrayBuffer())
  const [[name, workbook] = ['']] = Object.entries(unzipSync(bytes))
  const rows = await readSheet(Buffer.from(workbook ?? []), { trim: false })
  return { response, length: bytes.length, name, rows: rows.map((row) => row.map((cell) => cell ?? '')) }
}

const events = () =>
  suite.database.owner
    .selectFrom('auditEvent')
    .select(['actorId', 'entity', 'after'])
    .where('call', '=', userExport.path)
    .orderBy('sequence')
    .execute()

/** A name that no other test searches for. */
const mark = () => `标记${crypto.randomUUID().slice(0, 8)}`

describe('what is exported', () => {
  it('stands under titles, in the words and names of the caller’s language', async () => {
    const { owner } = suite.database
    const places = { CN: ['中国', 'China'], '33': ['浙江省', 'Zhejiang'], '3301': ['杭州市', 'Hangzhou'] }
    const { id } = await addUser(suite.database, {
      ...{ fullName: '王晓', email: 'wang@hospital.example', emailValid: 0, phone: '13900000001', sex: '1' },
      ...{ birthday: '1990-02-03', roleId: 'platform-administrator', status: '1', language: 'en' },
      ...{
        countryId: 'CN',
        remark: '第一行\n第二行',
        org: 'hospital',
        createdAt: new Date('2026-01-31T17:00:00Z'),
      },
    })
    const [place] = await owner
      .selectFrom('area as city')
      .innerJoin('area as province', 'province.id', 'city.parentId')
      .select(['city.id as cityId', 'province.id as provinceId', 'city.areaName as cityName'])
      .select(['city.areaNameEn as cityNameEn', 'province.areaName as provinceName'])
      .select(['province.areaNameEn as provinceNameEn'])
      .limit(1)
      .execute()
    if (!place) throw new Error('there are no cities')
    const { cityId, provinceId, ...names } = place
    await owner.updateTable('appUser').set({ cityId, provinceId }).where('id', '=', id).execute()
    const [user] = await owner.selectFrom('appUser').select('userName').where('id', '=', id).execute()

    const { rows } = await exported({ userIds: [id] })
    expect(rows).toEqual([
      [
        '姓名',
        '用户名',
        '电子邮箱',
        '邮箱验证',
        '手机号',
        '角色',
        '状态',
        '用户类型',
        '性别',
        '出生日期',
        '语言',
      ].concat(['国家/地区', '省份', '城市', '身份源', '备注', '创建时间 (Asia/Shanghai)']),
      [
        '王晓',
        user?.userName,
        'wang@hospital.example',
        '已验证',
        '13900000001',
        '平台管理员',
        '已锁定',
        '普通用户',
      ].concat(
        ['女', '1990-02-03', 'English', places.CN[0], names.provinceName, names.cityName],
        ['hospital', '第一行\n第二行', '2026-02-01 01:00:00'],
      ),
    ])
    const english = await exported({ userIds: [id] }, 'en')
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
  ])('is what is stored: %s', async (fullName) => {
    const { id } = await addUser(suite.database, { fullName, remark: fullName.repeat(5) })
    const { rows } = await exported({ userIds: [id] })
    expect(rows[1]?.[0]).toBe(fullName)
    expect(rows[1]).toContain(fullName.repeat(5))
  })

  it.each(['=HYPERLINK("http://x","y")', '+86 139-0000-0002', '-1', '@SUM(1)'])(
    'is no formula: %s',
    async (text) => {
      const { id } = await addUser(suite.database, { fullName: text, remark: text })
      const { rows } = await exported({ userIds: [id] })
      expect(rows[1]?.[0]).toBe(`'${text}`)
      expect(rows[1]).not.toContain(text)
    },
  )

  it('are all whom the filters match, special ones where they are asked for, the latest first', async () => {
    const name = mark()
    const at = (day: number) => ({ fullName: name, createdAt: new Date(2026, 0, day) })
    const old = await addUser(suite.database, at(1))
    const special = await addUser(suite.database, { ...at(2), userType: '1' })
    const young = await addUser(suite.database, at(3))
    const names = async (input: Input) =>
      (await exported(input)).rows.slice(1).map(([, userName]) => userName)
    expect(await names({ all: true, keyWord: name })).toEqual([young.userName, old.userName])
    expect(await names({ all: true, keyWord: name, searchAll: true })).toEqual(
      [young, special, old].map(({ userName }) => userName),
    )
    expect(await names({ all: true, keyWord: name, userName: old.userName })).toEqual([old.userName])
    expect(await names({ all: true, keyWord: mark() })).toEqual([])
    // Those who were selected are exported whatever the filters say by then, each once.
    expect(await names({ userIds: [special.id, old.id, old.id], keyWord: mark() })).toEqual(
      [special, old].map(({ userName }) => userName),
    )
  })

  it('comes as an attachment with its name and about its length', async () => {
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format()
    const { response, length, name } = await exported({ all: true })
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="users-${today}.zip"`)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(name).toBe(`users-${today}.xlsx`)
    const expected = Number(response.headers.get(expectedLengthHeader))
    expect(expected).toBeGreaterThan(length / 2)
    expect(expected).toBeLessThan(length * 2)
  })
})

describe('an export is refused', () => {
  it('where nobody was selected, and where one of the selected does not exist', async () => {
    const { admin } = suite
    const nobody = await send(suite.server, userExport, {}, admin)
    expect(nobody).toMatchObject({ code: codes.invalid, errors: [{ field: 'userIds' }] })
    const unknown = { userIds: [admin.userId, crypto.randomUUID()] }
    expect(await send(suite.server, userExport, unknown, admin)).toMatchObject({ code: codes.notFound })
    const many = { userIds: Array.from({ length: 10_001 }, (_, index) => String(index)) }
    expect(await send(suite.server, userExport, many, admin)).toMatchObject({
      ...{ code: codes.invalid, errors: [{ field: 'userIds', message: '用户数量过多' }] },
    })
  })

  it('to a tenant’s role, even one that holds the menu', async () => {
    const menu = await suite.database.owner
      .selectFrom('menu')
      .select('id')
      .where('code', '=', 'user')
      .executeTakeFirstOrThrow()
    const held = { roleId: 'tenant-administrator', menuId: menu.id }
    await suite.database.owner.insertInto('roleMenu').values(held).execute()
    const before = await events()
    expect(await send(suite.server, userExport, { all: true }, suite.here)).toMatchObject({
      code: codes.forbidden,
    })
    expect(await events()).toEqual(before)
  })
})

describe('the trail', () => {
  it('shows who took out whom, and how many', async () => {
    const name = mark()
    const { id } = await addUser(suite.database, { fullName: name })
    await exported({ all: true, keyWord: name })
    await exported({ userIds: [id] })
    const actor = { actorId: suite.admin.userId, entity: 'app_user' }
    expect((await events()).slice(-2)).toEqual([
      { ...actor, after: { all: true, keyWord: name, userName: '', searchAll: false, count: 1 } },
      { ...actor, after: { all: false, userIds: [id], count: 1 } },
    ])
  })
})

describe('an export under way', () => {
  /** Whom it takes a while to export: more than fits into the buffers between server and client. */
  const crowd = mark()
  const crowdSize = 4000

  beforeAll(async () => {
    await sql`insert into app_user (id, full_name, user_name, user_name_key, remark)
      select gen_random_uuid()::text, ${crowd}, 'crowd' || n, 'crowd' || n,
        (select string_agg(encode(sha512((random()::text || n || part)::bytea), 'hex'), '') from generate_series(1, 64) part)
      from generate_series(1, ${crowdSize}) n`.execute(suite.database.owner)
  })

  const crowded = { all: true, keyWord: crowd }

  /** Begins an export and reads no more of it than its head. */
  const begin = async (person?: Person) => {
    const controller = new AbortController()
    const response = await ask(crowded, person, 'zh', controller.signal)
    if (response.headers.get('content-type') !== 'application/zip') throw new Error(await response.text())
    return { response, abort: () => controller.abort() }
  }

  /** The transactions that hold places for exports. */
  const underWay = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(distinct pid) from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`.execute(
      suite.database.owner,
    )
    return rows[0]?.count
  }

  const untilOver = async () => {
    while ((await underWay()) !== 0) await pause(10)
  }

  it('ends with its transaction when the client hangs up', async () => {
    const { abort } = await begin()
    expect(await underWay()).toBe(1)
    abort()
    await untilOver()
  })

  it('is in the trail even so', async () => {
    const before = (await events()).length
    const { abort } = await begin()
    abort()
    await untilOver()
    expect((await events()).slice(before)).toMatchObject([{ after: { keyWord: crowd, count: crowdSize } }])
  })

  it('shows one moment, whatever changes meanwhile, and its length was foreseen', async () => {
    const { response } = await begin()
    // The last to be read: their ids go down, and all were made at one moment.
    await sql`update app_user set remark = 'changed' where id in
      (select id from app_user where full_name = ${crowd} order by id limit 100)`.execute(
      suite.database.owner,
    )
    const bytes = new Uint8Array(await response.arrayBuffer())
    const [workbook] = Object.values(unzipSync(bytes))
    const sheet = strFromU8(
      unzipSync(workbook ?? new Uint8Array())['xl/worksheets/sheet1.xml'] ?? new Uint8Array(),
    )
    expect(sheet.split('<row ')).toHaveLength(crowdSize + 2)
    expect(sheet).not.toContain('>changed<')
    const expected = Number(response.headers.get(expectedLengthHeader))
    expect(Math.abs(expected / bytes.length - 1)).toBeLessThan(0.05)
  })

  it('is the user’s only one, until it is over', async () => {
    const { abort } = await begin()
    expect(await (await ask({ all: true })).json()).toMatchObject({
      ...{ code: codes.limitReached, message: '您已有一个导出任务正在进行，请等待完成或先取消' },
    })
    abort()
    await untilOver()
    // Once an export has come in full, the next one may begin.
    for (const _time of [1, 2, 3]) await exported({ userIds: [suite.admin.userId] })
  })

  it('is one of few on the whole platform', async () => {
    const person = async (): Promise<Person> => {
      const { id: userId, userName } = await addUser(suite.database, { roleId: 'platform-administrator' })
      return { userId, token: await signInAs(suite.server, userName) }
    }
    const others = []
    for (let count = 0; count < mostAtOnce; count += 1) others.push(await begin(await person()))
    expect(await (await ask({ all: true })).json()).toMatchObject({
      ...{ code: codes.limitReached, message: '当前同时导出的人数过多，请稍后再试' },
    })
    for (const { abort } of others) abort()
    await untilOver()
  })
})
