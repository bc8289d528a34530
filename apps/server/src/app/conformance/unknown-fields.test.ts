import { codes, fieldsOf } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import { type Suite, startSuite } from '../test-kit/index.ts'
import { mutations } from './mutations.ts'
import { snapshot } from './snapshot.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

/** Fields that only the server sets, and unknown fields, with a value that is easy to find in the database. */
const mark = '98765'
const strange = {
  superAdmin: mark,
  roleId: mark,
  userId: mark,
  tenantCode: mark,
  status: mark,
  passwordHash: mark,
  createdAt: mark,
  row_version: mark,
  app_tenants: mark,
  constructor: mark,
  unknown: mark,
}

/** Counts the rows of each table that a mutation adds, changes or removes. */
async function effectOf(work: () => Promise<unknown>) {
  const before = await snapshot(suite.database)
  await work()
  const after = await snapshot(suite.database)
  return Object.keys(after).flatMap((table) => {
    const old = new Set(before[table])
    const fresh = (after[table] ?? []).filter((row) => !old.has(row))
    const gone = (before[table]?.length ?? 0) + fresh.length - (after[table]?.length ?? 0)
    return fresh.length + gone > 0 ? [{ table, fresh: fresh.length, gone, rows: fresh }] : []
  })
}

const shapeOf = (effect: Awaited<ReturnType<typeof effectOf>>) =>
  effect.map(({ table, fresh, gone }) => ({ table, fresh, gone }))

describe('unknown fields', () => {
  it.each(mutations.map((mutation) => [mutation.call.path, mutation] as const))(
    'are ignored by %s',
    async (_path, { call, prepare }) => {
      const plain = await prepare(suite)
      const usual = await effectOf(() => send(suite.server, call, plain.input, plain))
      const marked = await prepare(suite)
      const known = new Set(fieldsOf(call).map(({ path }) => path[0]))
      const unknown = Object.fromEntries(Object.entries(strange).filter(([name]) => !known.has(name)))
      const effect = await effectOf(async () => {
        const result = await send(suite.server, call, { ...unknown, ...marked.input }, marked)
        expect(result).toMatchObject({ code: codes.ok })
      })
      expect(shapeOf(effect)).toEqual(shapeOf(usual))
      expect(effect.flatMap(({ rows }) => rows).filter((row) => row.includes(`"${mark}"`))).toEqual([])
    },
  )

  it('are rejected if they reach for the prototype', async () => {
    const headers = { 'content-type': 'application/json', authorization: suite.admin.token }
    for (const body of ['{"__proto__": {"superAdmin": true}}', '{"constructor": {"prototype": {"a": 1}}}']) {
      const response = await fetch(`${suite.server.api}/tenant/list`, { method: 'POST', headers, body })
      expect(await response.json()).toMatchObject({ code: codes.invalid })
    }
    expect(({} as { superAdmin?: boolean }).superAdmin).toBeUndefined()
  })
})
