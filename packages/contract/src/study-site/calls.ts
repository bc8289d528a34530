import * as z from 'zod/mini'
import { callOf, menu } from '../core/call.ts'
import { id, noData, reference, text } from '../core/fields.ts'
import { listOf, ordering, paging } from '../core/lists.ts'
import { TenantSite } from '../tenant-site/entities.ts'
import { StudySite, StudySiteInput } from './entities.ts'

const call = callOf('studySite')

export const studySiteList = call({
  method: 'POST',
  path: '/studySite/list',
  summary: 'Sites of a study whose code, nickname or name contains the keyword, sorted by code',
  access: menu('projectSite'),
  effect: 'read',
  request: z.object({
    studyId: reference,
    keyWord: text(100),
    ...ordering(['code', 'nickName', 'createTime']),
    ...paging,
  }),
  response: listOf(StudySite),
})

export const studySiteUnselected = call({
  method: 'POST',
  path: '/studySite/getStudyUnSelectSite',
  summary:
    'Tenant sites that are not in the study and whose name or nickname contains the text, sorted by name',
  access: menu('projectSite'),
  effect: 'read',
  request: z.object({
    studyId: reference,
    siteName: text(100),
    ...ordering(['siteName', 'nickName', 'createTime']),
    ...paging,
  }),
  response: listOf(TenantSite),
})

export const studySiteInfo = call({
  method: 'GET',
  path: '/studySite',
  summary: 'One site of a study',
  access: menu('projectSite'),
  effect: 'read',
  request: z.object({ id }),
  response: StudySite,
})

export const studySiteSave = call({
  method: 'POST',
  path: '/studySite/save',
  summary: 'Add a site of the tenant to a study, or update an existing study site by id',
  access: menu('projectSite'),
  effect: 'write',
  request: StudySiteInput,
  response: z.string(),
})

export const studySiteDelete = call({
  method: 'GET',
  path: '/studySite/delete',
  summary: 'Remove a site without authorizations from a study',
  access: menu('projectSite'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
})
