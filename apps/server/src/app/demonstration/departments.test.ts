import { type DepartmentBranch, departmentTree, tenantUserList } from '@atrium/contract'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import { asPlatform, inTransaction } from '../../platform/database/transaction.ts'
import { type Suite, startSuite } from '../test-kit/index.ts'
import { seedDemoDepartments } from './departments.ts'
import { seedDemo } from './seed-demo.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
  const { db } = suite.database
  await inTransaction(db, asPlatform, (trx) => seedDemo(trx, { hashPassword: async () => '' }))
  for (let start = 0; start < 2; start += 1)
    await inTransaction(db, asPlatform, (trx) => seedDemoDepartments(trx))
})

afterAll(() => suite.close())

const drawn = (tree: readonly DepartmentBranch[]): string =>
  tree.map(({ departmentName, list }) => `${departmentName}(${drawn(list)})`).join('')

it('gives the demonstration tenants departments of several levels, once, with people in them', async () => {
  const { id: tenantId } = await suite.database.owner
    .selectFrom('tenant')
    .select('id')
    .where('tenantCode', '=', 'LUMINGXI')
    .executeTakeFirstOrThrow()
  const { data: tree } = await send(suite.server, departmentTree, { tenantId }, suite.admin)
  expect(drawn(tree ?? []).match(/临床运营部\(华东监查组\(\)华南监查组\(\)\)/g)).toHaveLength(1)
  const { data: people } = await send(suite.server, tenantUserList, { tenantId }, suite.admin)
  expect(people?.list.map(({ userName, departmentName }) => [userName, departmentName]).sort()).toEqual([
    ['lumingxi.admin', '临床开发中心'],
    ['lumingxi.cra', '华东监查组'],
    ['lumingxi.supply', '临床供应部'],
  ])
})
