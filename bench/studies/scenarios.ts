import {
  allowedStudies,
  type Call,
  type InputOf,
  invitingStudies,
  openSoftware,
  redeem,
  rtsmStudies,
  softwareCodes,
  softwareTenants,
  studyLinkList,
  studySiteList,
  studySiteUnselected,
  studyUserList,
  studyUserUnselected,
  userSoftware,
} from '@atrium/contract'
import type { ListScenario } from '../lib/measure.ts'
import { idOf, largeTenant, measuredStudies } from './seed.ts'

/** Requests of one kind, and the table whose plans explain most of their time. */
export interface Scenario extends ListScenario<Call> {
  readonly call: Call
  readonly table: string
}

type Kind = Pick<Scenario, 'table'>

const paging = { limit: 10, page: 1 }

const of = <C extends Call>(
  name: string,
  call: C,
  kind: Kind,
  requests: readonly InputOf<C>[],
): Scenario => ({
  name,
  call,
  keywords: [],
  requests,
  ...kind,
})

const { manySites, manyPeople } = measuredStudies
const [large, crowded] = [idOf.study(manySites.number), idOf.study(manyPeople.number)]
const link = idOf.link(manyPeople.number, softwareCodes.edc)
const site = idOf.site(manyPeople.number, 7)

const names = ['张伟', '王', 'an', 'wang', '138', 'chen@']
const siteNames = ['0123', '协和', '中心', '人民医院 00']
const studyNames = ['ST', '药物 12', '随机双盲', 'PLAN-0271', '0007']

/** Requests of an administrator of the platform or of the tenant. */
export const administratorScenarios: readonly Scenario[] = [
  of('sites of a study, pages', studySiteList, { table: 'study_site' }, [
    { studyId: large, keyWord: '', ...paging },
    { studyId: large, keyWord: '', ...paging, page: 150, sortBy: 'nickName' },
    { studyId: large, keyWord: '', ...paging, page: 150, sortBy: 'createTime' },
    { studyId: crowded, keyWord: '', ...paging },
  ]),
  of(
    'sites of a study, searched',
    studySiteList,
    { table: 'study_site' },
    siteNames.map((keyWord) => ({ studyId: large, keyWord, ...paging })),
  ),
  of('sites to add, pages', studySiteUnselected, { table: 'tenant_site' }, [
    { studyId: large, siteName: '', ...paging },
    { studyId: large, siteName: '', ...paging, page: 150, sortBy: 'createTime' },
    { studyId: crowded, siteName: '', ...paging, page: 300 },
  ]),
  of(
    'sites to add, searched',
    studySiteUnselected,
    { table: 'tenant_site' },
    siteNames.map((siteName) => ({ studyId: large, siteName, ...paging })),
  ),
  of('studies with products, pages', studyLinkList, { table: 'study' }, [
    { tenantId: '0', keyWord: '', ...paging },
    { tenantId: largeTenant.id, keyWord: '', ...paging, page: 40 },
    { tenantId: largeTenant.id, keyWord: '', ...paging, sortBy: 'studyName' },
  ]),
  of('studies with products, 100 per page', studyLinkList, { table: 'study' }, [
    { tenantId: largeTenant.id, keyWord: '', limit: 100, page: 1 },
    { tenantId: largeTenant.id, keyWord: '', limit: 100, page: 5 },
  ]),
  of(
    'studies with products, searched',
    studyLinkList,
    { table: 'study' },
    studyNames.flatMap((keyWord) => [
      { tenantId: '0', keyWord, ...paging },
      { tenantId: largeTenant.id, keyWord, ...paging },
    ]),
  ),
  of('users of a study, pages', studyUserList, { table: 'study_user' }, [
    { studyUrlId: link, studySiteId: '', keyWord: '', ...paging },
    { studyUrlId: link, studySiteId: '', keyWord: '', ...paging, page: 900 },
    { studyUrlId: link, studySiteId: '', keyWord: '', ...paging, page: 500, sortBy: 'userName' },
  ]),
  of('users of a site, pages', studyUserList, { table: 'study_user' }, [
    { studyUrlId: link, studySiteId: site, keyWord: '', ...paging },
    { studyUrlId: link, studySiteId: site, keyWord: '', ...paging, page: 40, sortBy: 'email' },
  ]),
  of(
    'users of a study, searched',
    studyUserList,
    { table: 'study_user' },
    names.flatMap((keyWord) => [
      { studyUrlId: link, studySiteId: '', keyWord, ...paging },
      { studyUrlId: link, studySiteId: site, keyWord, ...paging },
    ]),
  ),
  of('users to authorize, pages', studyUserUnselected, { table: 'study_user' }, [
    { studyUrlId: link, studySiteId: '', keyWord: '', ...paging },
    { studyUrlId: link, studySiteId: site, keyWord: '', ...paging, page: 900 },
    { studyUrlId: idOf.link(9, softwareCodes.edc), studySiteId: '', keyWord: '', ...paging, page: 100 },
  ]),
  of(
    'users to authorize, searched',
    studyUserUnselected,
    { table: 'study_user' },
    names.map((keyWord) => ({ studyUrlId: link, studySiteId: site, keyWord, ...paging })),
  ),
  of('tree of studies and sites', allowedStudies, { table: 'study_url' }, [
    { softId: softwareCodes.edc, tenantId: '', keyWord: '' },
    { softId: softwareCodes.edc, tenantId: largeTenant.id, keyWord: '' },
  ]),
  of(
    'tree of studies and sites, searched',
    allowedStudies,
    { table: 'study_url' },
    [...studyNames, '0042', '中心77'].map((keyWord) => ({
      softId: softwareCodes.edc,
      tenantId: largeTenant.id,
      keyWord,
    })),
  ),
  of('tree of studies for an invitation', invitingStudies, { table: 'study_url' }, [
    { studyUrlId: '', tenantId: largeTenant.id, softId: softwareCodes.edc, keyWord: '' },
    { studyUrlId: link, tenantId: '', softId: '', keyWord: '' },
  ]),
]

/** Requests of a user with 300 authorizations. @param tenantIds the tenants of the authorizations */
export const personScenarios = (tenantIds: readonly string[]): readonly Scenario[] => [
  of('products of a user', userSoftware, { table: 'study_user' }, [{}]),
  of(
    'tenants of a product',
    softwareTenants,
    { table: 'study_user' },
    [softwareCodes.edc, softwareCodes.ctms].map((softwareId) => ({ softwareId })),
  ),
  of('studies in RTSM', rtsmStudies, { table: 'study_user' }, [
    { tenantId: '', keyWord: '' },
    { tenantId: '', keyWord: '药物 1' },
    { tenantId: tenantIds[0] ?? '', keyWord: '' },
  ]),
  of(
    'address of a product',
    openSoftware,
    { table: 'study_user' },
    tenantIds.map((tenantId) => ({ softwareId: softwareCodes.edc, tenantId, studyUrlId: '' })),
  ),
]

/** Requests of a product that a user opens: each call needs a new code. */
export const redeemScenario = of('redemption of a code', redeem, { table: 'study_user' }, [
  { code: '', address: '' },
])
