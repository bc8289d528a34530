import { randomUUID } from 'node:crypto'
import { softwareCodes, studyUserList, studyUserRemove, studyUserSave } from '@atrium/contract'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import { addDomain, addLinkedStudy } from '../../modules/products/licences/test-kit/index.ts'
import { addTenantUser } from '../../modules/tenants/tenant-users/test-kit/index.ts'
import type { Suite } from '../test-kit/index.ts'
import type { Mutation } from './prepared.ts'

/** Adds a study and a member of the caller's tenant who may be authorized for it. */
const authorization = async ({ database, here: { tenantId } }: Suite) => {
  const { owner } = database
  const softwareId = softwareCodes.edc
  await owner
    .insertInto('tenantSoftware')
    .values({ tenantId, id: randomUUID(), softwareId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const tenantUrlId = await addDomain(owner, { tenantId, softwareId })
  const studyUrlId = await addLinkedStudy(owner, { tenantId, softwareId, tenantUrlId })
  const { id } = await addTenantUser(database, tenantId)
  return { studyUrlId, studySiteIds: [], tenantUserIds: [id] }
}

/** Mutations of authorizations. */
export const studyUserMutations: readonly Mutation[] = [
  {
    call: studyUserSave,
    prepare: async (suite) => ({ input: await authorization(suite), token: suite.here.token }),
  },
  {
    call: studyUserRemove,
    prepare: async (suite) => {
      const { token } = suite.here
      const input = await authorization(suite)
      await send(suite.server, studyUserSave, input, { token })
      const { studyUrlId } = input
      const { data } = await send(suite.server, studyUserList, { studyUrlId }, { token })
      return { input: { isSite: false, ids: data?.list.map(({ id }) => id) ?? [] }, token }
    },
  },
]
