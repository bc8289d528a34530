import {
  accessRequestApprove,
  accessRequestAsk,
  accessRequestDecline,
  accessRequestRulesSave,
  accessRequestWithdraw,
  softwareCodes,
} from '@atrium/contract'
import { sql } from 'kysely'
import type { Suite } from '../test-kit/index.ts'
import { invitingTo } from './invitation-mutations.ts'
import { type Mutation, uniqueText } from './prepared.ts'
import { readyProduct } from './ready-product.ts'

/** Adds a study to the tenant of `here` for which its members may ask, in an EDC that responds. */
async function askableStudy(suite: Suite) {
  const { database, here } = suite
  const { owner } = database
  const { tenantId } = here
  const { studyUrlId, people } = await invitingTo(suite, softwareCodes.edc)
  const { studyId, tenantUrlId } = await owner
    .selectFrom('studyUrl')
    .select(['studyId', 'tenantUrlId'])
    .where('id', '=', studyUrlId)
    .executeTakeFirstOrThrow()
  await owner
    .updateTable('tenantUrl')
    .set({ apiUrl: await readyProduct(suite, 'EDC') })
    .where('id', '=', tenantUrlId)
    .execute()
  await owner
    .insertInto('accessRequestRule')
    .values({ tenantId, id: tenantId, scope: 'all', days: 14 })
    .onConflict((conflict) => conflict.columns(['tenantId', 'id']).doUpdateSet({ scope: 'all' }))
    .execute()
  return { tenantId, studyUrlId, studyId, memberId: people[0] ?? '' }
}

const wanted = { generalRoleId: 'MODULE', environmentId: 'PROD', roleId: 'CRA' }

/** Adds an open request of a member of the tenant of `here`. @returns its id */
async function requested(suite: Suite, ofCaller: boolean): Promise<string> {
  const { owner } = suite.database
  const { tenantId, studyUrlId, studyId, memberId } = await askableStudy(suite)
  const member = await owner
    .selectFrom('tenantUser')
    .select(['id', 'userId'])
    .where('tenantId', '=', tenantId)
    .where(ofCaller ? 'userId' : 'id', '=', ofCaller ? suite.here.userId : memberId)
    .executeTakeFirstOrThrow()
  const id = uniqueText('accessRequest')
  const role = { roleId: 'CRA', roleName: 'CRA', environmentId: 'PROD', projectId: '', siteIds: [] }
  await owner
    .insertInto('accessRequest')
    .values({
      ...{ tenantId, id, studyUrlId, studyId, softwareId: softwareCodes.edc, studyName: '', studyCode: '' },
      ...{ tenantUserId: member.id, userId: member.userId, personName: '', reason: '接替监查' },
      wanted: JSON.stringify({
        ...{ generalRoleId: 'MODULE', siteIds: [], allSites: true },
        roles: [{ ...role, stockHouseIds: [], isBlind: 0 }],
      }),
      expiresAt: sql<Date>`now() + interval '1 day'`,
    })
    .execute()
  return id
}

/** Mutations with which people ask for access, and others decide. */
export const accessRequestMutations: readonly Mutation[] = [
  {
    call: accessRequestAsk,
    prepare: async (suite) => {
      const { studyUrlId } = await askableStudy(suite)
      return { input: { studyUrlId, ...wanted, reason: '接替监查' }, token: suite.here.token }
    },
  },
  {
    call: accessRequestWithdraw,
    prepare: async (suite) => ({ input: { id: await requested(suite, true) }, token: suite.here.token }),
  },
  {
    call: accessRequestApprove,
    prepare: async (suite) => ({
      input: { id: await requested(suite, false), ...wanted, decisionReason: '已核对' },
      token: suite.here.token,
    }),
  },
  {
    call: accessRequestDecline,
    prepare: async (suite) => ({
      input: { id: await requested(suite, false), decisionReason: '已有其他人员' },
      token: suite.here.token,
    }),
  },
  {
    call: accessRequestRulesSave,
    prepare: async ({ here }) => ({
      input: { id: here.tenantId, scope: 'own', days: 7 },
      token: here.token,
    }),
  },
]
