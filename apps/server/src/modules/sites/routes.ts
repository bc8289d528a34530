import { siteDelete, siteInfo, siteList, siteSave } from '@atrium/contract'
import { saving } from '../../crud/index.ts'
import { handle, type Route } from '../../http/index.ts'
import { deleteSite } from './delete.ts'
import { sites } from './entity.ts'
import { findSite, listSites } from './queries.ts'

export const siteRoutes: readonly Route[] = [
  handle(siteList, listSites),
  handle(siteInfo, findSite),
  handle(siteSave, saving(sites)),
  handle(siteDelete, deleteSite),
]
