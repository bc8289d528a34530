import { categories, signaturePolicySave, tenantSave } from '@atrium/contract'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import { globalEntryId } from '../../modules/reference-data/dictionaries/index.ts'
import { type Mutation, uniqueText } from './prepared.ts'

/** Prepares the first policy of a new tenant, which needs no signature because nothing has to be signed. */
const firstPolicy: Mutation['prepare'] = async ({ server, admin }) => {
  const categoryId = globalEntryId(categories.tenantCategory, 'SPONSOR')
  const tenant = { tenantName: uniqueText('签名租户'), abbr: 'S', categoryId }
  const { data: tenantId } = await send(server, tenantSave, tenant, { token: admin.token })
  return { input: { tenantId: String(tenantId), signed: [] }, token: admin.token }
}

export const signatureMutations: readonly Mutation[] = [{ call: signaturePolicySave, prepare: firstPolicy }]
