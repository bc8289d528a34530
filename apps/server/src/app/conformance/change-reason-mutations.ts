import { categories, reasonPolicySave, tenantSave } from '@atrium/contract'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import { globalEntryId } from '../../modules/reference-data/dictionaries/index.ts'
import { type Mutation, uniqueText } from './prepared.ts'

/** Returns a policy of a tenant or, with `globalTenantId`, of the platform. */
export const policy = (tenantId: string) => ({
  tenantId,
  kinds: ['delete' as const, 'role' as const],
  reasons: [{ code: 'A1', name: '人员离职', nameEn: 'Left' }],
})

/** Prepares the first policy of a new tenant: a second save would be an update. */
const firstPolicy: Mutation['prepare'] = async ({ server, admin }) => {
  const categoryId = globalEntryId(categories.tenantCategory, 'SPONSOR')
  const tenant = { tenantName: uniqueText('原因租户'), abbr: 'R', categoryId }
  const { data: tenantId } = await send(server, tenantSave, tenant, { token: admin.token })
  return { input: policy(String(tenantId)), token: admin.token }
}

export const changeReasonMutations: readonly Mutation[] = [{ call: reasonPolicySave, prepare: firstPolicy }]
