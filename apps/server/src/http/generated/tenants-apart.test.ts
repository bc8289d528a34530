import { allCalls, type Call, categories, codes, dictionarySave } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import * as z from 'zod/mini'
import { menuTree } from '../../modules/access/menus/tree.ts'
import { send } from '../../modules/identity/test-kit/index.ts'
import { type Suite, startSuite } from '../test-kit/index.ts'
import { mutations } from './mutations.ts'
import { snapshot } from './snapshot.ts'

let suite: Suite
/** An entry of the other tenant's dictionary. */
let foreignEntry: string

const entry = (tenantId: string) => ({
  tenantId,
  categoryId: categories.position,
  dicName: '别家岗位',
  dicCode: 'FOREIGN',
  sort: 1,
})

beforeAll(async () => {
  suite = await startSuite()
  const { owner } = suite.database
  // Even a tenant role that holds every menu reaches its own tenant alone.
  const menus = await owner.selectFrom('menu').select('id').execute()
  expect(menus).toHaveLength(menuTree.length)
  await owner
    .insertInto('roleMenu')
    .values(menus.map(({ id }) => ({ roleId: 'tenant-administrator', menuId: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { there } = suite
  const { data } = await send(suite.server, dictionarySave, entry(there.tenantId), there)
  foreignEntry = String(data)
})

afterAll(() => suite.close())

/** The other tenant's ids, for the fields by which calls name things of tenants. */
const foreignIds = (call: Call): Record<string, string> => {
  const fields = z.toJSONSchema(call.request, { io: 'input', unrepresentable: 'any' }).properties ?? {}
  const ids = { id: call.path.startsWith('/tenant/') ? suite.there.tenantId : foreignEntry }
  const all: Record<string, string> = { ...ids, parentId: foreignEntry, tenantId: suite.there.tenantId }
  return Object.fromEntries(Object.entries(all).filter(([field]) => field in fields))
}

/** Calls whose ids are of regions, roles and menus, which belong to nobody. */
const ofNobody = ({ path }: Call) =>
  ['/area/', '/sys/role/', '/sys/menu/'].some((area) => path.startsWith(area))

const fieldsNamingThings = ['id', 'parentId', 'tenantId']
const namingCalls = allCalls.filter((call) => {
  const fields = z.toJSONSchema(call.request, { io: 'input', unrepresentable: 'any' }).properties ?? {}
  return !ofNobody(call) && fieldsNamingThings.some((field) => field in fields)
})

/** What makes the rest of a request valid. */
const validRest = async (call: Call) =>
  (await mutations.find((mutation) => mutation.call === call)?.prepare(suite))?.input ?? {
    categoryId: categories.position,
  }

describe('tenants', () => {
  it.each(namingCalls.map((call) => [call.path, call] as const))(
    '%s knows nothing of another tenant’s things',
    async (_path, call) => {
      const input = { ...(await validRest(call)), ...foreignIds(call) }
      const before = await snapshot(suite.database)
      expect(await send(suite.server, call, input, suite.here)).toMatchObject({
        code: codes.notFound,
        data: null,
      })
      expect(await snapshot(suite.database)).toEqual(before)
    },
  )

  it('cannot take an entry over by naming their own tenant with its id', async () => {
    const input = { ...entry(suite.here.tenantId), id: foreignEntry }
    const before = await snapshot(suite.database)
    expect(await send(suite.server, dictionarySave, input, suite.here)).toMatchObject({
      code: codes.notFound,
    })
    expect(await snapshot(suite.database)).toEqual(before)
  })

  it('covers the calls that name things', () => {
    expect(namingCalls.length).toBeGreaterThanOrEqual(6)
  })
})
