import {
  categories,
  codes,
  globalHolidays,
  globalTenantId,
  holidayList,
  holidaySave,
  tenantDelete,
  tenantSave,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Person, type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'
import { globalEntryId } from '../dictionaries/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

interface Days {
  readonly id?: string
  readonly lawHolidays?: string
  readonly extraWorkdays?: string
  readonly rowVersion?: number
}

const save = (person: Person, tenantId: string, days: Days, language: 'zh' | 'en' = 'zh') =>
  send(suite.server, holidaySave, { tenantId, ...days }, { token: person.token, language })

const list = (
  person: Person,
  input: { tenantId?: string; keyWord?: string; limit?: number; page?: number },
) => send(suite.server, holidayList, input, person)

const calendarOf = async (person: Person, tenantId: string) =>
  (await list(person, { tenantId })).data?.list[0]

let tenants = 0

/** Adds a tenant without users, as the platform. */
const addTenant = async (tenantName = `历法医药 ${++tenants}`): Promise<string> => {
  const categoryId = globalEntryId(categories.tenantCategory, 'SPONSOR')
  const { data } = await send(suite.server, tenantSave, { tenantName, abbr: 'L', categoryId }, suite.admin)
  return String(data)
}

describe('saving a calendar', () => {
  it('stores the days sorted and without duplicates, and returns the calendar’s id', async () => {
    const tenantId = await addTenant()
    const { code, data: id } = await save(suite.admin, tenantId, {
      lawHolidays: '2026-10-02, 2026-10-01,2026-10-02,',
      extraWorkdays: '2026-10-10',
      rowVersion: 0,
    })
    expect(code).toBe(codes.ok)
    expect(await calendarOf(suite.admin, tenantId)).toMatchObject({
      id,
      tenantId,
      rowVersion: 1,
      lawHolidays: '2026-10-01,2026-10-02',
      extraWorkdays: '2026-10-10',
    })
  })

  it('changes the existing calendar, and can empty it', async () => {
    const tenantId = await addTenant()
    const { data: id } = await save(suite.admin, tenantId, { lawHolidays: '2026-01-01' })
    expect(await save(suite.admin, tenantId, { id: String(id), rowVersion: 1 })).toMatchObject({
      code: codes.ok,
      data: id,
    })
    expect(await calendarOf(suite.admin, tenantId)).toMatchObject({
      id,
      lawHolidays: '',
      extraWorkdays: '',
      rowVersion: 2,
    })
  })

  it('is audited with the days before and after', async () => {
    const tenantId = await addTenant()
    await save(suite.admin, tenantId, { lawHolidays: '2026-01-01' })
    await save(suite.admin, tenantId, { extraWorkdays: '2026-01-04' })
    const events = await suite.database.owner
      .selectFrom('auditEvent')
      .select(['entity', 'before', 'after'])
      .where('tenantId', '=', tenantId)
      .where('call', '=', holidaySave.path)
      .orderBy('sequence')
      .execute()
    const first = { lawHolidays: '2026-01-01', extraWorkdays: '' }
    const second = { lawHolidays: '', extraWorkdays: '2026-01-04' }
    expect(events).toMatchObject([
      { entity: 'holiday', before: null, after: first },
      { entity: 'holiday', before: first, after: second },
    ])
  })

  it.each(['2026-02-29', '2026-1-1', '20260101', '0000-01-01', '2200-01-01', 'x'])(
    'rejects %s as a day, and stores nothing',
    async (day) => {
      const tenantId = await addTenant()
      const response = await save(suite.admin, tenantId, { lawHolidays: `2026-01-01,${day}` }, 'en')
      expect(response).toMatchObject({ code: codes.invalid, errors: [{ field: 'lawHolidays' }] })
      expect(response.errors?.[0]?.message).toMatch(/^Statutory holidays must be dates/)
      expect(await calendarOf(suite.admin, tenantId)).toMatchObject({ id: '', rowVersion: 0 })
    },
  )

  it('rejects a day that is both a holiday and a workday', async () => {
    const days = { lawHolidays: '2026-01-01,2026-01-02', extraWorkdays: '2026-01-02' }
    expect(await save(suite.admin, await addTenant(), days)).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'extraWorkdays', message: '同一天不能既是法定假日又是额外工作日' }],
    })
  })
})

describe('two users who save one calendar', () => {
  it('shows the later user what the earlier one changed', async () => {
    const tenantId = await addTenant()
    await save(suite.admin, tenantId, { lawHolidays: '2026-01-01' })
    await save(suite.admin, tenantId, { lawHolidays: '2026-01-01,2026-01-02', rowVersion: 1 })
    const late = await save(suite.admin, tenantId, {
      lawHolidays: '2026-01-01',
      extraWorkdays: '2026-01-04',
      rowVersion: 1,
    })
    expect(late).toMatchObject({
      code: codes.conflict,
      changes: [
        { field: 'lawHolidays', current: '2026-01-01,2026-01-02' },
        { field: 'rowVersion', current: 2 },
      ],
    })
    expect(await calendarOf(suite.admin, tenantId)).toMatchObject({ extraWorkdays: '', rowVersion: 2 })
  })

  it('accepts only one of several concurrent first saves', async () => {
    const tenantId = await addTenant()
    const responses = await Promise.all(
      ['01', '02', '03', '04', '05', '06'].map((day) =>
        save(suite.admin, tenantId, { lawHolidays: `2026-01-${day}`, rowVersion: 0 }),
      ),
    )
    const late = responses.filter(({ code }) => code !== codes.ok)
    expect(late).toHaveLength(5)
    const { lawHolidays } = (await calendarOf(suite.admin, tenantId)) ?? {}
    for (const response of late) {
      expect(response).toMatchObject({
        code: codes.conflict,
        changes: [
          { field: 'lawHolidays', current: lawHolidays },
          { field: 'rowVersion', current: 1 },
        ],
      })
    }
  })

  it('overwrites earlier changes if no version is sent', async () => {
    const tenantId = await addTenant()
    await save(suite.admin, tenantId, { lawHolidays: '2026-01-01' })
    await save(suite.admin, tenantId, { lawHolidays: '2026-05-01' })
    expect(await calendarOf(suite.admin, tenantId)).toMatchObject({
      lawHolidays: '2026-05-01',
      rowVersion: 2,
    })
  })
})

describe('the global calendar', () => {
  const global = (person: Person) => calendarOf(person, globalHolidays)

  it('can be changed by the platform and read by every tenant', async () => {
    expect(await save(suite.admin, globalHolidays, { lawHolidays: '2026-10-01' })).toMatchObject({
      code: codes.ok,
    })
    for (const person of [suite.admin, suite.here]) {
      expect(await global(person)).toMatchObject({ tenantId: globalHolidays, lawHolidays: '2026-10-01' })
    }
  })

  it('cannot be changed by a tenant', async () => {
    const before = await global(suite.admin)
    expect(await save(suite.here, globalHolidays, { lawHolidays: '2026-12-25' })).toMatchObject({
      code: codes.forbidden,
    })
    expect(await global(suite.admin)).toEqual(before)
  })

  it('is not found under the platform’s own tenant id', async () => {
    for (const person of [suite.admin, suite.here]) {
      expect(await save(person, globalTenantId, {})).toMatchObject({ code: codes.notFound })
      expect(await list(person, { tenantId: globalTenantId })).toMatchObject({ code: codes.notFound })
    }
  })
})

describe('a tenant’s administrator', () => {
  it('reads and saves the calendar of their own tenant', async () => {
    const { tenantId } = suite.here
    expect(await save(suite.here, tenantId, { lawHolidays: '2026-03-08' })).toMatchObject({ code: codes.ok })
    const { data } = await list(suite.here, {})
    expect(data?.list).toMatchObject([{ tenantId, lawHolidays: '2026-03-08' }])
    expect(data?.totalCount).toBe(1)
  })

  it('cannot read or change the calendar of another tenant', async () => {
    const { tenantId } = suite.there
    const { data: id } = await save(suite.there, tenantId, { lawHolidays: '2026-03-08' })
    expect(await save(suite.here, tenantId, { id: String(id) })).toMatchObject({ code: codes.notFound })
    expect(await save(suite.here, suite.here.tenantId, { id: String(id) })).toMatchObject({
      code: codes.notFound,
    })
    expect(await list(suite.here, { tenantId })).toMatchObject({ code: codes.notFound, data: null })
    expect(await calendarOf(suite.there, tenantId)).toMatchObject({
      lawHolidays: '2026-03-08',
      rowVersion: 1,
    })
  })

  it('gets 404 for a tenant that does not exist', async () => {
    for (const person of [suite.admin, suite.here]) {
      expect(await list(person, { tenantId: 'nobody' })).toMatchObject({ code: codes.notFound })
      expect(await save(person, 'nobody', {})).toMatchObject({ code: codes.notFound })
    }
  })
})

describe('the list', () => {
  it('contains every tenant, with or without a calendar, and is paged', async () => {
    const name = '分页历法'
    const ids = []
    for (const number of [1, 2, 3]) ids.push(await addTenant(`${name} ${number}`))
    await save(suite.admin, ids[1] ?? '', { lawHolidays: '2026-01-01' })
    const page = async (number: number) =>
      (await list(suite.admin, { keyWord: name, limit: 2, page: number })).data
    expect(await page(1)).toMatchObject({
      totalCount: 3,
      list: [
        { tenantName: `${name} 3`, lawHolidays: '' },
        { tenantName: `${name} 2`, lawHolidays: '2026-01-01' },
      ],
    })
    expect((await page(2))?.list.map(({ tenantId }) => tenantId)).toEqual([ids[0]])
  })

  it('never contains the platform’s own row', async () => {
    const { data } = await list(suite.admin, { limit: 100 })
    expect(data?.list.map(({ tenantId }) => tenantId)).not.toContain(globalTenantId)
    expect(data?.list.map(({ tenantId }) => tenantId)).not.toContain(globalHolidays)
  })
})

it('deletes a calendar with its tenant', async () => {
  const tenantId = await addTenant()
  await save(suite.admin, tenantId, { lawHolidays: '2026-01-01' })
  expect(await send(suite.server, tenantDelete, { id: tenantId }, suite.admin)).toMatchObject({
    code: codes.ok,
  })
  const left = await suite.database.owner
    .selectFrom('holiday')
    .select('id')
    .where('tenantId', '=', tenantId)
    .execute()
  expect(left).toEqual([])
})
