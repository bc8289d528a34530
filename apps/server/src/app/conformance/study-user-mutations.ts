import { randomUUID } from 'node:crypto'
import {
  softwareCodes,
  studyUserExtend,
  studyUserList,
  studyUserNotify,
  studyUserRemove,
  studyUserSave,
} from '@atrium/contract'
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

/** Authorizes somebody for a study. @returns the ids of the authorizations */
const authorized = async (suite: Suite): Promise<string[]> => {
  const { token } = suite.here
  const input = await authorization(suite)
  await send(suite.server, studyUserSave, input, { token })
  const { studyUrlId } = input
  const { data } = await send(suite.server, studyUserList, { studyUrlId }, { token })
  return data?.list.map(({ id }) => id) ?? []
}

/** Mutations of authorizations. */
export const studyUserMutations: readonly Mutation[] = [
  {
    call: studyUserSave,
    prepare: async (suite) => ({ input: await authorization(suite), token: suite.here.token }),
  },
  {
    call: studyUserExtend,
    prepare: async (suite) => ({
      input: { isSite: false, ids: await authorized(suite), accessUntil: '2099-12-31' },
      token: suite.here.token,
    }),
  },
  {
    call: studyUserRemove,
    prepare: async (suite) => ({
      input: { isSite: false, ids: await authorized(suite) },
      token: suite.here.token,
    }),
  },
  {
    call: studyUserNotify,
    prepare: async (suite) => {
      const { owner } = suite.database
      const { tenantId, token } = suite.here
      const input = await authorization(suite)
      const { studyUrlId } = input
      const domainOfStudy = owner.selectFrom('studyUrl').select('tenantUrlId').where('id', '=', studyUrlId)
      await owner
        .updateTable('tenantUrl')
        .set({ apiUrl: 'http://127.0.0.1:1/' })
        .where('id', '=', domainOfStudy)
        .execute()
      await send(suite.server, studyUserSave, input, { token })
      const { userId } = await owner
        .updateTable('productAccess')
        .set({ state: 'failed', attempts: 3, failure: JSON.stringify({ key: 'product.unreachable' }) })
        .where('tenantId', '=', tenantId)
        .where('tenantUrlId', '=', domainOfStudy)
        .returning('userId')
        .executeTakeFirstOrThrow()
      return { input: { studyUrlId, userIds: [userId] }, token }
    },
  },
]
