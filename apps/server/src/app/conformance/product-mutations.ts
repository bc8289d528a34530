import {
  domainDelete,
  domainInit,
  domainSave,
  domainSignOutRepeat,
  softwareCodes,
  softwareDelete,
  softwareSave,
} from '@atrium/contract'
import { addSignInRow, failedNotice } from '../../modules/openid-provider/test-kit/index.ts'
import { addDomain } from '../../modules/products/licences/test-kit/index.ts'
import type { Suite } from '../test-kit/index.ts'
import { type Mutation, saved, uniqueText } from './prepared.ts'
import { readyProduct } from './ready-product.ts'

const product = () => ({
  softwareName: uniqueText('检验软件'),
  webCode: uniqueText('W'),
  appCode: uniqueText('A'),
  appKey: 'a-key-of-a-product-for-tests',
  validityTime: 30,
  sort: 99,
})

const domain = (tenantId: string) => ({
  tenantId,
  softwareId: softwareCodes.ctms,
  urlName: uniqueText('检验域名'),
  url: 'https://ctms.example.com',
  mobileUrl: 'https://m.ctms.example.com',
})

const initialisation = async (suite: Suite) => {
  const input = { ...domain(suite.here.tenantId), apiUrl: await readyProduct(suite, 'CTMS') }
  return saved(suite, domainSave, input, suite.admin.token)
}

const failedSignOut = async ({ admin, here, database: { owner } }: Suite) => {
  const { tenantId, userId } = here
  const tenantUrlId = await addDomain(
    owner,
    { tenantId, softwareId: softwareCodes.ctms },
    uniqueText('domain'),
  )
  const id = await addSignInRow(owner, { tenantId, tenantUrlId, userId, ...failedNotice })
  return { input: { tenantUrlId, ids: [id] }, token: admin.token }
}

/** Mutations of products and of tenants' domains. */
export const productMutations: readonly Mutation[] = [
  { call: softwareSave, prepare: async ({ admin }) => ({ input: product(), token: admin.token }) },
  { call: softwareDelete, prepare: (suite) => saved(suite, softwareSave, product(), suite.admin.token) },
  {
    call: domainSave,
    prepare: async ({ admin, here }) => ({ input: domain(here.tenantId), token: admin.token }),
  },
  {
    call: domainDelete,
    prepare: (suite) => saved(suite, domainSave, domain(suite.here.tenantId), suite.admin.token),
  },
  { call: domainInit, prepare: initialisation },
  { call: domainSignOutRepeat, prepare: failedSignOut },
]
