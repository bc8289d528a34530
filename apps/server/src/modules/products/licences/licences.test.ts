import {
  codes,
  type InputOf,
  licenceDelete,
  licenceInfo,
  licenceList,
  licenceSave,
  softwareCodes,
  tenantDelete,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { type Person, type Suite, signedInMember, startSuite } from '../../../app/test-kit/index.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'
import { addDomain, addLinkedStudy } from './test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const { edc, rtsm, ctms } = softwareCodes
type Fields = Partial<InputOf<typeof licenceSave>>

let tenants = 0

/** Adds a tenant without users. */
const addTenant = async (): Promise<string> => {
  const id = `licensed-${++tenants}`
  const names = { tenantName: `授权医药 ${tenants}`, tenantCode: id, abbr: id, categoryId: '' }
  await suite.database.owner
    .insertInto('tenant')
    .values({ id, ...names })
    .execute()
  return id
}

const save = (tenantId: string, fields: Fields = {}, language: 'zh' | 'en' = 'zh') =>
  send(
    suite.server,
    licenceSave,
    { tenantId, softwareId: edc, ...fields },
    { token: suite.admin.token, language },
  )

const add = async (tenantId: string, fields: Fields = {}): Promise<string> => {
  const response = await save(tenantId, fields)
  expect(response).toMatchObject({ code: codes.ok })
  return String(response.data)
}

const find = async (id: string, person: Person = suite.admin, language: 'zh' | 'en' = 'zh') =>
  (await send(suite.server, licenceInfo, { id }, { token: person.token, language })).data

const list = async (input: InputOf<typeof licenceList>, person: Person = suite.admin) =>
  send(suite.server, licenceList, input, person)

/** Returns the date a number of days from today in the profile's time zone. */
const day = async (fromNow: number): Promise<string> => {
  const { rows } = await sql<{ day: string }>`
    select (now() at time zone 'Asia/Shanghai')::date + ${sql.lit(fromNow)} as day`.execute(
    suite.database.owner,
  )
  return rows[0]?.day ?? ''
}

const period = async (from: number, to: number) => ({
  timeEnable: true,
  startTime: await day(from),
  endTime: await day(to),
})

/** Links studies of a tenant with a product, and authorizes users in each study. */
const addUse = async (
  tenantId: string,
  softwareId: string,
  studies: number,
  users: number,
): Promise<void> => {
  const { owner } = suite.database
  const tenantUrlId = await addDomain(owner, { tenantId, softwareId })
  const people: string[] = []
  for (let count = 0; count < users; count += 1) {
    const id = `${tenantId}-${softwareId}-${count}`
    const userName = `u-${id}`
    await owner.insertInto('appUser').values({ id, fullName: id, userName, userNameKey: userName }).execute()
    await owner.insertInto('tenantUser').values({ tenantId, id, userId: id }).execute()
    people.push(id)
  }
  for (let count = 0; count < studies; count += 1) {
    const studyUrlId = await addLinkedStudy(owner, { tenantId, softwareId, tenantUrlId })
    for (const tenantUserId of people)
      await owner
        .insertInto('studyUser')
        .values({ tenantId, id: `${studyUrlId}-${tenantUserId}`, studyUrlId, tenantUserId })
        .execute()
  }
}

describe('a licence', () => {
  it('is unlimited by default, and limits that are switched off are not stored', async () => {
    const id = await add(await addTenant(), { maxStudy: 7, maxUser: '9', startTime: '2026-01-01' })
    expect(await find(id)).toMatchObject({
      timeEnable: false,
      startTime: '',
      endTime: '',
      studyEnable: false,
      maxStudy: 1,
      userEnable: false,
      maxUser: 1,
      isEnable: true,
      state: 'open',
      rowVersion: 1,
    })
  })

  it('can be limited in time, studies and users, and made unlimited again', async () => {
    const tenantId = await addTenant()
    const limited = { ...(await period(-1, 1)), studyEnable: true, maxStudy: 3, userEnable: true, maxUser: 4 }
    const id = await add(tenantId, limited)
    expect(await find(id)).toMatchObject(limited)
    expect(await save(tenantId, { id, rowVersion: 1 })).toMatchObject({ code: codes.ok })
    expect(await find(id)).toMatchObject({ timeEnable: false, endTime: '', maxStudy: 1, maxUser: 1 })
  })

  it.each<[string, Fields, string[]]>([
    ['time without days', { timeEnable: true }, ['startTime', 'endTime']],
    ['time without its last day', { timeEnable: true, startTime: '2026-01-01' }, ['endTime']],
    [
      'an end before the start',
      { timeEnable: true, startTime: '2026-01-02', endTime: '2026-01-01' },
      ['endTime'],
    ],
    [
      'an invalid date',
      { timeEnable: true, startTime: '2026-02-30', endTime: '0000-01-01' },
      ['startTime', 'endTime'],
    ],
    ['no study at all', { studyEnable: true, maxStudy: 0 }, ['maxStudy']],
    ['a part of a user', { userEnable: true, maxUser: '1.5' }, ['maxUser']],
    ['too many', { userEnable: true, maxUser: 1_000_000_000 }, ['maxUser']],
    [
      'days and a missing product',
      { softwareId: '', timeEnable: true },
      ['softwareId', 'startTime', 'endTime'],
    ],
    ['an unknown product', { softwareId: 'nothing' }, ['softwareId']],
  ])('rejects %s, naming the field', async (_what, fields, rejected) => {
    const response = await save(await addTenant(), fields)
    expect(response).toMatchObject({ code: codes.invalid })
    expect(response.errors?.map(({ field }) => field)).toEqual(rejected)
  })

  it('is unique for tenant and product, even when several are added concurrently', async () => {
    const tenantId = await addTenant()
    const responses = await Promise.all([save(tenantId), save(tenantId), save(tenantId)])
    expect(responses.map(({ code }) => code).toSorted()).toEqual([codes.ok, codes.invalid, codes.invalid])
    expect(await save(tenantId)).toMatchObject({
      errors: [{ field: 'softwareId', message: '该租户已有此软件的授权，请直接修改原授权' }],
    })
    await add(tenantId, { softwareId: rtsm })
    await add(await addTenant())
  })

  it('cannot change its tenant or product', async () => {
    const [tenantId, other] = [await addTenant(), await addTenant()]
    const id = await add(tenantId)
    expect((await save(other, { id })).errors?.map(({ field }) => field)).toEqual(['tenantId'])
    expect((await save(tenantId, { id, softwareId: rtsm })).errors?.map(({ field }) => field)).toEqual([
      'softwareId',
    ])
    expect(await save('0', {})).toMatchObject({ code: codes.notFound })
  })

  it('rejects a stale save and lists the fields changed since', async () => {
    const tenantId = await addTenant()
    const id = await add(tenantId)
    const limited = await period(0, 9)
    await save(tenantId, { id, ...limited, rowVersion: 1 })
    expect(await save(tenantId, { id, isEnable: false, rowVersion: 1 })).toMatchObject({
      code: codes.conflict,
      changes: [
        { field: 'timeEnable', current: true },
        { field: 'startTime', current: limited.startTime },
        { field: 'endTime', current: limited.endTime },
        { field: 'rowVersion', current: 2 },
      ],
    })
  })

  it.each([
    ['disabled', -5, 5, false],
    ['upcoming', 1, 40, true],
    ['expired', -5, -1, true],
    ['ending', -5, 0, true],
    ['ending', 0, 30, true],
    ['open', 0, 31, true],
  ] as const)('is in state %s today if valid from day %d to day %d', async (state, from, to, isEnable) => {
    const id = await add(await addTenant(), { ...(await period(from, to)), isEnable })
    expect(await find(id)).toMatchObject({ state, isEnable })
  })
})

describe('licence usage', () => {
  it('is counted per tenant and product, with each study and user counted once', async () => {
    const tenantId = await addTenant()
    await addUse(tenantId, edc, 3, 2)
    await addUse(tenantId, rtsm, 1, 1)
    await addUse(await addTenant(), edc, 1, 1)
    expect(await find(await add(tenantId))).toMatchObject({ nowStudyNum: 3, nowUserNum: 2 })
    expect(await find(await add(tenantId, { softwareId: rtsm }))).toMatchObject({
      nowStudyNum: 1,
      nowUserNum: 1,
    })
    expect(await find(await add(tenantId, { softwareId: ctms }))).toMatchObject({
      nowStudyNum: 0,
      nowUserNum: 0,
    })
  })

  it('can exceed a lowered limit if the caller accepts that', async () => {
    const tenantId = await addTenant()
    const id = await add(tenantId)
    await addUse(tenantId, edc, 2, 3)
    const enough = { id, studyEnable: true, maxStudy: 2, userEnable: true, maxUser: 3 }
    expect(await save(tenantId, enough)).toMatchObject({ code: codes.ok })
    const below = { id, studyEnable: true, maxStudy: 1, userEnable: true, maxUser: 2 }
    expect(await save(tenantId, below, 'en')).toMatchObject({
      code: codes.invalid,
      errors: [
        { field: 'maxStudy', message: 'Maximum studies is below the current usage of 2' },
        {
          field: 'maxUser',
          message: expect.stringContaining(
            'usage of 3, which includes disabled users and pending invitations',
          ),
        },
        { field: 'belowUseAccepted' },
      ],
    })
    expect(await find(id)).toMatchObject({ maxStudy: 2, maxUser: 3 })
    expect(await save(tenantId, { ...below, belowUseAccepted: true })).toMatchObject({ code: codes.ok })
    expect(await find(id)).toMatchObject({ maxStudy: 1, nowStudyNum: 2, maxUser: 2, nowUserNum: 3 })
  })

  it('prevents deletion of the licence and its tenant; an unused licence can be deleted', async () => {
    const tenantId = await addTenant()
    const id = await add(tenantId)
    await addUse(tenantId, edc, 2, 1)
    expect(await send(suite.server, licenceDelete, { id }, suite.admin)).toMatchObject({
      code: codes.conflict,
      message: '正在使用中，无法删除：2 个研究、1 名授权用户',
    })
    const other = await addTenant()
    const unused = await add(other)
    expect(await send(suite.server, tenantDelete, { id: other }, suite.admin)).toMatchObject({
      code: codes.conflict,
      message: '正在使用中，无法删除：1 个软件授权',
    })
    expect(await send(suite.server, licenceDelete, { id: unused }, suite.admin)).toMatchObject({
      code: codes.ok,
    })
    expect(await find(unused)).toBeNull()
  })
})

describe('the list', () => {
  it('can be filtered by tenant, by product or by both, and is paged and sorted', async () => {
    const [one, two] = [await addTenant(), await addTenant()]
    const ids: string[] = []
    for (const softwareId of [edc, rtsm, ctms]) ids.push(await add(one, { softwareId }))
    const ending = await add(two, { ...(await period(0, 3)), softwareId: ctms })
    const idsOf = async (input: InputOf<typeof licenceList>) =>
      (await list(input)).data?.list.map(({ id }) => id)
    expect(await idsOf({ tenantId: one })).toEqual(ids.toReversed())
    expect(await idsOf({ tenantId: one, softwareId: rtsm })).toEqual([ids[1]])
    expect((await idsOf({ softwareId: ctms, limit: 2 }))?.toSorted()).toEqual([ids[2], ending].toSorted())
    expect(await idsOf({ tenantId: one, limit: 2, page: 2 })).toEqual([ids[0]])
    expect((await idsOf({ sortBy: 'endTime', limit: 100 }))?.indexOf(ending)).toBeLessThan(4)
    expect((await list({ tenantId: one, limit: 2 })).data).toMatchObject({ totalCount: 3 })
    expect(await list({ tenantId: 'nobody' })).toMatchObject({ code: codes.notFound })
  })

  it('shows the tenant’s name, and the product’s name in the caller’s language', async () => {
    const id = await add(await addTenant())
    expect(await find(id)).toMatchObject({
      tenantName: `授权医药 ${tenants}`,
      softwareName: '电子数据采集系统（EDC）',
    })
    expect(await find(id, suite.admin, 'en')).toMatchObject({ softwareName: 'Electronic Data Capture (EDC)' })
  })

  it('shows members of a tenant its own licences, read-only', async () => {
    const { owner } = suite.database
    const menu = { id: 'syslist', code: 'syslist', name: '系统列表', seq: 1 }
    await owner
      .insertInto('menu')
      .values(menu)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await owner.insertInto('role').values({ id: 'readers', name: '授权查看', roleType: 2 }).execute()
    await owner.insertInto('roleMenu').values({ roleId: 'readers', menuId: menu.id }).execute()
    const here = await signedInMember(suite.database, 'readers')
    const id = await add(here.tenantId, { studyEnable: true, maxStudy: 5 })
    const foreign = await add(suite.there.tenantId)
    expect((await list({}, here)).data).toMatchObject({ list: [{ id, maxStudy: 5 }], totalCount: 1 })
    expect(await list({ tenantId: suite.there.tenantId }, here)).toMatchObject({ code: codes.notFound })
    expect(await find(foreign, here)).toBeNull()
    for (const call of [licenceSave, licenceDelete])
      expect(
        await send(suite.server, call, { id, tenantId: here.tenantId, softwareId: edc }, here),
      ).toMatchObject({ code: codes.forbidden })
  })
})
