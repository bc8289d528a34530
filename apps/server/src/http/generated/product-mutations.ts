import { softwareDelete, softwareSave } from '@atrium/contract'
import { type Mutation, saved, uniqueText } from './prepared.ts'

const product = () => ({
  softwareName: uniqueText('检验软件'),
  webCode: uniqueText('W'),
  appCode: uniqueText('A'),
  appKey: 'a-key-of-a-product-for-tests',
  validityTime: 30,
  sort: 99,
})

/** The mutations of products. */
export const productMutations: readonly Mutation[] = [
  { call: softwareSave, prepare: async ({ admin }) => ({ input: product(), token: admin.token }) },
  { call: softwareDelete, prepare: (suite) => saved(suite, softwareSave, product(), suite.admin.token) },
]
