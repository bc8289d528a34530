import { openSoftware, redeem } from '@atrium/contract'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import { addWorker } from '../../modules/products/portal/test-kit/index.ts'
import { linkedProduct, type Suite } from '../test-kit/index.ts'
import type { Mutation } from './prepared.ts'

const opening = async ({ database }: Suite) => {
  const { softwareId, tenantId, studyUrlId, token } = await addWorker(database)
  return { input: { softwareId, tenantId, studyUrlId }, token }
}

/** Mutations with which users open products. */
export const portalMutations: readonly Mutation[] = [
  { call: openSoftware, prepare: opening },
  {
    call: redeem,
    spent: true,
    prepare: async (suite) => {
      const { input, token } = await opening(suite)
      const { data } = await send(suite.server, openSoftware, input, { token })
      const address = data?.url ?? ''
      const code = new URL(address).searchParams.get('code')
      return { input: { code, address }, signer: await linkedProduct(suite.database) }
    },
  },
]
