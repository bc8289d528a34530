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
  summary: 'The sites of a study whose code, nickname or name contains the keyword; by code',
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
    'The sites of a study’s tenant that are not in the study, whose name or nickname contains what is looked for; by name',
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
  summary:
    'Add one of its tenant’s sites to a study, or change what the study says of it where an id is sent',
  access: menu('projectSite'),
  effect: 'write',
  request: StudySiteInput,
  response: z.string(),
})

export const studySiteDelete = call({
  method: 'GET',
  path: '/studySite/delete',
  summary: 'Take a site at which nobody is authorized from a study',
  access: menu('projectSite'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
})
