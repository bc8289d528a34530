import { categories, codes, dictionarySave } from '@atrium/contract'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { whileHeld } from '../../test-support/index.ts'
import { type Suite, startSuite } from '../http/test-kit/index.ts'
import { addMembership, addUser, send } from '../modules/identity/test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

it('a save into what somebody deletes at the same moment is refused', async () => {
  const { owner } = suite.database
  const { id } = await addUser(suite.database)
  const tenantId = await addMembership(suite.database, id, null)
  const entry = { tenantId, categoryId: categories.position, dicName: '监查员', dicCode: 'CRA', sort: 1 }
  const { saving } = await whileHeld(
    suite.database,
    async (trx) => {
      await trx.deleteFrom('tenantUser').where('tenantId', '=', tenantId).execute()
      await trx.deleteFrom('tenant').where('id', '=', tenantId).execute()
    },
    async (awaited) => {
      const saving = send(suite.server, dictionarySave, entry, { token: suite.admin.token })
      await awaited()
      return { saving }
    },
  )
  expect(await saving).toMatchObject({ code: codes.notFound, data: null })
  const left = owner.selectFrom('dictionary').select('id').where('tenantId', '=', tenantId)
  expect(await left.execute()).toEqual([])
})
