import { dictionaryChildren } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import { asTenants, inTransaction } from '../../platform/database/index.ts'
import { describeApart, startTwoTenants, type TwoTenants } from './apart.ts'
import { switchRowSecurity, withoutPredicates } from './lines.ts'

let twoTenants: TwoTenants

beforeAll(async () => {
  twoTenants = await startTwoTenants()
})

afterAll(() => twoTenants.suite.close())

describe('query conditions without row-level security', () => {
  beforeAll(() => switchRowSecurity(twoTenants.suite.database, 'disable'))
  afterAll(() => switchRowSecurity(twoTenants.suite.database, 'enable'))

  it('reads another tenant’s row directly from the database', async () => {
    const { suite, foreign } = twoTenants
    const read = inTransaction(suite.database.db, asTenants([suite.here.tenantId]), (trx) =>
      trx.selectFrom('department').select('id').where('id', '=', foreign.ids.department).execute(),
    )
    expect(await read).toHaveLength(1)
  })

  describeApart(() => ({
    ...twoTenants,
    server: twoTenants.suite.server,
    thorough: false,
    checksCodes: true,
  }))
})

describe('row-level security without query conditions', () => {
  let blind: Awaited<ReturnType<typeof withoutPredicates>>
  beforeAll(async () => {
    blind = await withoutPredicates(twoTenants.suite.database)
  })
  afterAll(() => blind.close())

  it('returns another tenant’s rows without row-level security', async () => {
    const { suite, foreign } = twoTenants
    const input = { parentId: foreign.ids.entry }
    await switchRowSecurity(suite.database, 'disable')
    const { data } = await send(blind, dictionaryChildren, input, suite.here)
    await switchRowSecurity(suite.database, 'enable')
    expect(data?.map(({ id }) => id)).toEqual([foreign.ids.childEntry])
  })

  describeApart(() => ({ ...twoTenants, server: blind, thorough: false, checksCodes: false }))
})
