import {
  tenantSiteDelete,
  tenantSiteInfo,
  tenantSiteList,
  tenantSiteSave,
  tenantSiteUnselected,
} from '@atrium/contract'
import { deleting, saving } from '../../../platform/crud/index.ts'
import { handle, type Route } from '../../../platform/http/route.ts'
import { addSites, tenantSites } from './entity.ts'
import { findTenantSite, listTenantSites, listUnselected } from './queries.ts'

export { pageOfTenantSites } from './queries.ts'

const rename = saving(tenantSites)

export const tenantSiteRoutes: readonly Route[] = [
  handle(tenantSiteList, listTenantSites),
  handle(tenantSiteInfo, findTenantSite),
  handle(tenantSiteSave, (work) => (work.input.id === '' ? addSites(work) : rename(work))),
  handle(tenantSiteDelete, deleting(tenantSites)),
  handle(tenantSiteUnselected, listUnselected),
]
