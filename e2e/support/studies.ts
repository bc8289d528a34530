import {
  categories,
  dictionaryList,
  domainSave,
  licenceSave,
  siteSave,
  softwareCodes,
  studySave,
  studySiteSave,
  tenantRoles,
  tenantSiteSave,
  tenantUserList,
  tenantUserSave,
} from '@atrium/contract'
import type { Api } from './api.ts'
import { inboxUrl } from './suite.ts'
import { unique } from './unique.ts'
import { addUserByApi } from './users.ts'

/** Products that the sandbox simulates. */
export const products = ['edc', 'rtsm', 'ctms', 'etmf'] as const
export type Product = (typeof products)[number]

/** Returns the URL at which the sandbox's product is opened and called. */
export const addressOf = (product: Product): string => `${inboxUrl}/products/${product}`

/** Returns the id of the first entry of a dictionary category. */
export const entryOf = async (api: Api, categoryId: string): Promise<string> =>
  (await api(dictionaryList, { categoryId, page: 1, limit: 1 })).list[0]?.id ?? ''

/** Adds a study. @returns its id */
export const addStudy = (
  api: Api,
  tenantId: string,
  { name, code = unique('ST-') }: { readonly name: string; readonly code?: string },
): Promise<string> =>
  api(studySave, {
    tenantId,
    studyName: name,
    studyCode: code,
    planCode: 'PLAN-1',
    principal: '方予宁',
    nameAbbr: '示例',
    fameFull: '示例研究',
    siteCount: 3,
    patientCount: 60,
  })

/**
 * Adds a site to the platform and to a tenant.
 * @returns the id of the tenant site
 */
export const addSite = async (api: Api, tenantId: string, siteName: string): Promise<string> => {
  const siteId = await api(siteSave, {
    siteName,
    levelId: await entryOf(api, categories.siteLevel),
    typeId: await entryOf(api, categories.siteType),
    countryId: 'CN',
    provinceId: '330000',
    address: '云岫路 8 号',
    remark: '机构办公室在三楼',
  })
  return api(tenantSiteSave, { tenantId, siteIds: [siteId] })
}

/**
 * Adds sites, numbered from 1.
 * @returns the ids of the tenant sites
 */
export const addSites = async (
  api: Api,
  tenantId: string,
  name: string,
  count: number,
): Promise<string[]> => {
  const ids: string[] = []
  for (let number = 1; number <= count; number += 1)
    ids.push(await addSite(api, tenantId, `${name} ${number}`))
  return ids
}

/** Adds sites as `addSites` does, and enrols them in a study under the codes from 01. */
export const enrolSites = async (
  api: Api,
  tenantId: string,
  studyId: string,
  { name, count }: { readonly name: string; readonly count: number },
): Promise<void> => {
  for (const [index, tenantSiteId] of (await addSites(api, tenantId, name, count)).entries())
    await api(studySiteSave, { studyId, tenantSiteId, code: `0${index + 1}` })
}

/** Returns the addresses of a product's domain, at which its users sign in and out. */
export const addressesOf = (product: Product) => {
  const url = addressOf(product)
  return {
    url,
    mobileUrl: url,
    redirectUrls: [`${url}/callback`],
    signedOutUrls: [url],
    logoutUrl: `${url}/back-channel-logout`,
  }
}

/**
 * Gives a tenant a licence and a domain for a product of the sandbox.
 * @returns the domain's id
 */
export const addProduct = async (api: Api, tenantId: string, product: Product): Promise<string> => {
  const softwareId = softwareCodes[product]
  const apiUrl = addressOf(product)
  await api(licenceSave, { tenantId, softwareId })
  return api(domainSave, { tenantId, softwareId, urlName: product, apiUrl, ...addressesOf(product) })
}

/**
 * Adds users who become administrators of a tenant.
 * @returns the ids of their memberships
 */
export const addMembers = async (api: Api, tenantId: string, ...names: string[]): Promise<string[]> => {
  const roles = await api(tenantRoles, { tenantId })
  const userIds: string[] = []
  for (const name of names) userIds.push((await addUserByApi(api, name)).id)
  await api(tenantUserSave, {
    tenantId,
    userIds,
    role: roles.find(({ desc }) => desc === '租户管理员')?.code ?? '',
    typeId: await entryOf(api, categories.userType),
    positionId: await entryOf(api, categories.position),
  })
  const { list } = await api(tenantUserList, { tenantId, limit: 1000 })
  return names.map((name) => list.find(({ fullName }) => fullName === name)?.id ?? '')
}
