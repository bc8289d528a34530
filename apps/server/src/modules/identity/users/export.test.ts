import { setTimeout as pause } from 'node:timers/promises'
import { codes, expectedLengthHeader, parseProfile, userExport } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { type Person, type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { addUser, send, signInAs } from '../sign-in/test-kit/index.ts'
import { askExport, exportEvents, exported, uniqueName } from './test-kit/exports.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

describe('an export is rejected', () => {
  it('if no users are selected, too many, or one that does not exist', async () => {
    const { admin } = suite
    const nobody = await send(suite.server, userExport, {}, admin)
    expect(nobody).toMatchObject({ code: codes.invalid, errors: [{ field: 'userIds' }] })
    const unknown = { userIds: [admin.userId, crypto.randomUUID()] }
    expect(await send(suite.server, userExport, unknown, admin)).toMatchObject({ code: codes.notFound })
    const many = { userIds: Array.from({ length: 10_001 }, (_, index) => String(index)) }
    expect(await send(suite.server, userExport, many, admin)).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'userIds', message: '用户数量过多' }],
    })
  })

  it('for a tenant role, even if it includes the menu', async () => {
    const menu = await suite.database.owner
      .selectFrom('menu')
      .select('id')
      .where('code', '=', 'user')
      .executeTakeFirstOrThrow()
    const held = { roleId: 'tenant-administrator', menuId: menu.id }
    await suite.database.owner.insertInto('roleMenu').values(held).execute()
    const before = await exportEvents(suite)
    expect(await send(suite.server, userExport, { all: true }, suite.here)).toMatchObject({
      code: codes.forbidden,
    })
    expect(await exportEvents(suite)).toEqual(before)
  })
})

describe('the audit trail', () => {
  it('shows who exported which users, and how many', async () => {
    const name = uniqueName()
    const { id } = await addUser(suite.database, { fullName: name })
    await exported(suite, { all: true, keyWord: name })
    await exported(suite, { userIds: [id] })
    const actor = { actorId: suite.admin.userId, entity: 'app_user' }
    expect((await exportEvents(suite)).slice(-2)).toEqual([
      { ...actor, after: { all: true, keyWord: name, userName: '', searchAll: false, count: 1 } },
      { ...actor, after: { all: false, userIds: [id], count: 1 } },
    ])
  })
})

describe('a running export', () => {
  /** Enough users that an export takes a while, because it exceeds the buffers between server and client. */
  const crowd = uniqueName()
  const crowdSize = 4000

  beforeAll(async () => {
    await sql`insert into app_user (id, full_name, user_name, user_name_key, remark)
      select gen_random_uuid()::text, ${crowd}, 'crowd' || n, 'crowd' || n,
        (select string_agg(encode(sha512((random()::text || n || part)::bytea), 'hex'), '') from generate_series(1, 64) part)
      from generate_series(1, ${crowdSize}) n`.execute(suite.database.owner)
  })

  const crowded = { all: true, keyWord: crowd }

  /** Starts an export and reads only the response's headers. */
  const begin = async (person?: Person) => {
    const controller = new AbortController()
    const response = await askExport(suite, crowded, { person, signal: controller.signal })
    if (response.headers.get('content-type') !== 'application/zip') throw new Error(await response.text())
    return { response, abort: () => controller.abort() }
  }

  /** Counts the transactions that hold export slots. */
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

  it('is recorded in the audit trail even if it is aborted', async () => {
    const before = (await exportEvents(suite)).length
    const { abort } = await begin()
    abort()
    await untilOver()
    expect((await exportEvents(suite)).slice(before)).toMatchObject([
      { after: { keyWord: crowd, count: crowdSize } },
    ])
  })

  it('is a consistent snapshot, with a length close to the announced one', async () => {
    const { response } = await begin()
    // These users are read last: all have the same creation time, and ids are read in descending order.
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

  it('blocks further exports of the same user until it ends', async () => {
    const { abort } = await begin()
    expect(await (await askExport(suite, { all: true })).json()).toMatchObject({
      code: codes.limitReached,
      message: '您已有一个导出任务正在进行，请等待完成或先取消',
    })
    abort()
    await untilOver()
    // After a complete export the next one can begin.
    for (const _time of [1, 2, 3]) await exported(suite, { userIds: [suite.admin.userId] })
  })

  it('counts towards a limit for the whole platform', async () => {
    const person = async (): Promise<Person> => {
      const { id: userId, userName } = await addUser(suite.database, { roleId: 'platform-administrator' })
      return { userId, token: await signInAs(suite.server, userName) }
    }
    const others = []
    for (let count = 0; count < parseProfile({}).limits.exports.atOnce; count += 1)
      others.push(await begin(await person()))
    expect(await (await askExport(suite, { all: true })).json()).toMatchObject({
      code: codes.limitReached,
      message: '当前同时导出的人数过多，请稍后再试',
    })
    for (const { abort } of others) abort()
    await untilOver()
  })
})
