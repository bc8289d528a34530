import { softwareCodes, studyLinkDelete, studyLinkSave, studySave } from '@atrium/contract'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import { addDomain } from '../../modules/products/licences/test-kit/index.ts'
import type { Suite } from '../test-kit/index.ts'
import { type Mutation, saved } from './prepared.ts'
import { study } from './study-mutations.ts'

/** Adds a study, and a domain in a tenant that has a licence for the domain's product. */
const link = async ({ database, server, here }: Suite) => {
  const { tenantId, token } = here
  const { data } = await send(server, studySave, study(tenantId), { token })
  const softwareId = softwareCodes.ctms
  const tenantUrlId = await addDomain(database.owner, { tenantId, softwareId })
  await database.owner
    .insertInto('tenantSoftware')
    .values({ tenantId, id: tenantUrlId, softwareId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { studyId: String(data), tenantUrlId, softName: 'CTMS', roleApiRequest: '/roles' }
}

/** Mutations that link studies with products. */
export const studySoftwareMutations: readonly Mutation[] = [
  {
    call: studyLinkSave,
    prepare: async (suite) => ({ input: await link(suite), token: suite.here.token }),
  },
  {
    call: studyLinkDelete,
    prepare: async (suite) => saved(suite, studyLinkSave, await link(suite), suite.here.token),
  },
]
