import { licenceDelete, licenceSave, softwareCodes } from '@atrium/contract'
import type { Suite } from '../test-kit/index.ts'
import { type Mutation, saved, uniqueText } from './prepared.ts'

/** Returns input for a licence that the tenant does not have yet. */
const licence = async ({ database }: Suite) => {
  const id = uniqueText('licensed')
  const names = { tenantName: id, tenantCode: id, abbr: id, categoryId: '' }
  await database.owner
    .insertInto('tenant')
    .values({ id, ...names })
    .execute()
  return { tenantId: id, softwareId: softwareCodes.edc, userEnable: true, maxUser: 5 }
}

/** Mutations of licences. */
export const licenceMutations: readonly Mutation[] = [
  {
    call: licenceSave,
    prepare: async (suite) => ({ input: await licence(suite), token: suite.admin.token }),
  },
  {
    call: licenceDelete,
    prepare: async (suite) => saved(suite, licenceSave, await licence(suite), suite.admin.token),
  },
]
