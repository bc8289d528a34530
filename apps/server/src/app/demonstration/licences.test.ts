import { codes, licenceList, studyList, studySave } from '@atrium/contract'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import { asPlatform, inTransaction } from '../../platform/database/transaction.ts'
import { type Suite, startSuite } from '../test-kit/index.ts'
import { demoLicences, seedDemoLicences } from './licences.ts'
import { seedDemo } from './seed-demo.ts'
import { demoStudies, seedDemoStudies } from './studies.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
  const { db } = suite.database
  await inTransaction(db, asPlatform, (trx) => seedDemo(trx, { hashPassword: async () => '' }))
  for (let start = 0; start < 2; start += 1)
    await inTransaction(db, asPlatform, async (trx) => {
      await seedDemoStudies(trx)
      await seedDemoLicences(trx)
    })
})

afterAll(() => suite.close())

it('shows a licence in each state, once', async () => {
  const { data } = await send(suite.server, licenceList, { limit: 100 }, suite.admin)
  const list = data?.list ?? []
  expect(list).toHaveLength(demoLicences.length)
  expect(new Set(list.map(({ state }) => state))).toEqual(
    new Set(['open', 'ending', 'upcoming', 'expired', 'disabled']),
  )
})

it('has studies that the product itself would take, once, in every tenant', async () => {
  const { data } = await send(suite.server, studyList, { limit: 100 }, suite.admin)
  const list = data?.list ?? []
  expect(list.map(({ studyCode }) => studyCode).toSorted()).toEqual(
    demoStudies.map(({ code }) => code).toSorted(),
  )
  expect(new Set(list.map(({ tenantId }) => tenantId)).size).toBe(3)
  for (const study of list)
    expect(await send(suite.server, studySave, study, suite.admin)).toMatchObject({ code: codes.ok })
})
