import { codes, siteDelete, siteInfo, siteList, siteSave } from '@atrium/contract'
import { deleting, saving } from '../../../platform/crud/index.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { handle, type Route } from '../../../platform/http/route.ts'
import type { Work } from '../../../platform/http/work.ts'
import { sites } from './entity.ts'
import { findSite, listSites } from './queries.ts'

export { pageOfSites } from './queries.ts'

const remove = deleting(sites)

/** Deletes a site that a user added; delivered sites cannot be deleted. */
async function deleteSite(work: Work<typeof siteDelete>): Promise<null> {
  const { trx, input } = work
  const site = await trx.selectFrom('site').select('isUserAdd').where('id', '=', input.id).executeTakeFirst()
  if (site?.isUserAdd === 0) reject(codes.forbidden, 'site.refusal.delivered')
  return remove(work)
}

export const siteRoutes: readonly Route[] = [
  handle(siteList, listSites),
  handle(siteInfo, findSite),
  handle(siteSave, saving(sites)),
  handle(siteDelete, deleteSite),
]
