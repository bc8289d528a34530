import {
  blinding,
  categories,
  domainList,
  inviteIwrs,
  remoteRoles,
  softwareCodes,
  studyLinkSave,
  studySiteSave,
  tenantRoles,
  tenantUserList,
  userTypesOfStudy,
} from '@atrium/contract'
import { expect } from '@playwright/test'
import type { Api } from './api.ts'
import { addSite, addStudy } from './studies.ts'
import { approveUnblinding } from './unblinding.ts'
import { unique } from './unique.ts'

const softwareId = softwareCodes.rtsm

interface Blinding {
  readonly isBlind: 0 | 1
  readonly unblindingReason?: string
}

interface Assignment {
  readonly tenantId: string
  readonly studyUrlId: string
  /** Ids of sites of the study. */
  readonly siteList: string[]
  /** Ids of tenant users. */
  readonly userList: string[]
  /** Addresses of people who are not in the tenant. */
  readonly EmailList?: string[]
}

/**
 * Authorizes people in a study in RTSM, with the first role of each project.
 * @returns the state of each person
 */
export async function inviteToRtsm(api: Api, assignment: Assignment, roleBlinding: Blinding) {
  const { tenantId, studyUrlId, siteList, userList, EmailList = [] } = assignment
  const { List = [] } = await api(remoteRoles, { studyUrlId })
  const [role] = await api(tenantRoles, { tenantId })
  const [type] = (await api(userTypesOfStudy, { studyUrlId, categoryId: categories.userType })).list
  const userRoleList = List.map(({ Id, RoleList, StockHouseList, EnvironmentFlag, Status }) => ({
    projectId: Id,
    roleId: RoleList[0]?.Id ?? '',
    roleName: RoleList[0]?.Name ?? '',
    ...roleBlinding,
    siteList,
    stockHouseList: StockHouseList.slice(0, 1).map((house) => house.Id),
    environmentFlag: EnvironmentFlag,
    status: Status,
  }))
  const { outcomes } = await api(inviteIwrs, {
    tenantId,
    studyUrlId,
    userList,
    EmailList,
    userRole: role?.code ?? '',
    userTypeId: type?.id ?? '',
    userRoleList,
  })
  return outcomes.map(({ state }) => state)
}

/**
 * Adds a study with RTSM to a demonstration tenant and authorizes a user there, with a role in each of its projects.
 * If the role is unblinded, another administrator approves the request.
 */
export async function authorizeInRtsm(api: Api, userName: string, roleBlinding: Blinding) {
  const [person] = (await api(tenantUserList, { userName, searchAll: true })).list
  const { tenantId = '', id: tenantUserId = '' } = person ?? {}
  const siteName = unique('交接医院')
  const tenantSiteId = await addSite(api, tenantId, siteName)
  const [studyName, studyCode] = [unique('交接研究'), unique('HO-')]
  const studyId = await addStudy(api, tenantId, { name: studyName, code: studyCode })
  const studySiteId = await api(studySiteSave, { studyId, tenantSiteId, code: '01', nickName: siteName })
  const domains = await api(domainList, { tenantId, softwareId, keyWord: '/products/rtsm' })
  const tenantUrlId = domains.list.find(({ apiUrl }) => apiUrl.endsWith('/products/rtsm'))?.id ?? ''
  const studyUrlId = await api(studyLinkSave, { studyId, tenantUrlId, softName: 'RTSM' })
  const assignment = { tenantId, studyUrlId, siteList: [studySiteId], userList: [tenantUserId] }
  const states = await inviteToRtsm(api, assignment, roleBlinding)
  const isUnblinded = roleBlinding.isBlind === blinding.unblinded
  expect(isUnblinded ? await approveUnblinding(api, tenantId, studyCode) : states).toEqual(['accepted'])
  return { tenantId, studyUrlId, studyName, studyCode, siteName }
}
