import { categories, regionDelete, regionSave, siteDelete, siteSave } from '@atrium/contract'
import { globalEntryId } from '../../modules/reference-data/dictionaries/index.ts'
import { type Mutation, saved, uniqueText } from './prepared.ts'

const region = () => ({
  parentId: '320000',
  areaName: uniqueText('检验市'),
  areaCode: uniqueText('JY'),
  sort: 99,
})

/** Returns input for a site of the platform. */
export const site = () => ({
  siteName: uniqueText('检验医院'),
  levelId: globalEntryId(categories.siteLevel, '3A'),
  typeId: globalEntryId(categories.siteType, 'GENERAL'),
})

/** Mutations of regions and sites. */
export const membershipMutations: readonly Mutation[] = [
  { call: regionSave, prepare: async ({ admin }) => ({ input: region(), token: admin.token }) },
  { call: regionDelete, prepare: (suite) => saved(suite, regionSave, region(), suite.admin.token) },
  { call: siteSave, prepare: async ({ admin }) => ({ input: site(), token: admin.token }) },
  { call: siteDelete, prepare: (suite) => saved(suite, siteSave, site(), suite.admin.token) },
]
