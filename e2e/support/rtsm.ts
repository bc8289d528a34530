import {
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
import { unique } from './unique.ts'

const softwareId = softwareCodes.rtsm

/** Adds a study with RTSM to a demonstration tenant and authorizes a user there, with a role in each of its projects. */
export async function authorizeInRtsm(
  api: Api,
  userName: string,
  roleBlinding: { readonly isBlind: 0 | 1; readonly unblindingReason?: string },
) {
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
  const { List = [] } = await api(remoteRoles, { studyUrlId })
  const [role] = await api(tenantRoles, { tenantId })
  const [type] = (await api(userTypesOfStudy, { studyUrlId, categoryId: categories.userType })).list
  const given = List.map(({ Id, RoleList, StockHouseList, EnvironmentFlag, Status }) => ({
    projectId: Id,
    roleId: RoleList[0]?.Id ?? '',
    roleName: RoleList[0]?.Name ?? '',
    ...roleBlinding,
    siteList: [studySiteId],
    stockHouseList: StockHouseList.slice(0, 1).map((house) => house.Id),
    environmentFlag: EnvironmentFlag,
    status: Status,
  }))
  const response = await api(inviteIwrs, {
    tenantId,
    studyUrlId,
    userList: [tenantUserId],
    userRole: role?.code ?? '',
    userTypeId: type?.id ?? '',
    userRoleList: given,
  })
  expect(response).toMatchObject({ failure: [] })
  return { tenantId, studyUrlId, studyName, studyCode, siteName }
}
