import * as z from 'zod/mini'
import { callOf, menu } from '../core/call.ts'
import { id, noData, optionalId, text } from '../core/fields.ts'
import { listOf, ordering, paging } from '../core/lists.ts'
import { Site, SiteInput } from './entities.ts'

const call = callOf('site')

export const siteList = call({
  method: 'POST',
  path: '/site/list',
  summary: 'Sites whose name or address contains the keyword',
  access: menu('site'),
  effect: 'read',
  request: z.object({
    keyWord: text(100),
    /** Limits the list to this level or type. */
    levelId: optionalId,
    typeId: optionalId,
    ...ordering(['siteName', 'createTime']),
    ...paging,
  }),
  response: listOf(Site),
})

export const siteInfo = call({
  method: 'GET',
  path: '/site',
  summary: 'One site',
  access: menu('site'),
  effect: 'read',
  request: z.object({ id }),
  response: Site,
})

export const siteSave = call({
  method: 'POST',
  path: '/site/save',
  summary: 'Add a site, or update an existing one by id; warns if the city has a site of the same name',
  access: menu('site'),
  effect: 'write',
  request: SiteInput,
  response: z.string(),
})

export const siteDelete = call({
  method: 'GET',
  path: '/site/delete',
  summary: 'Delete an unused site that a user added',
  access: menu('site'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
})
