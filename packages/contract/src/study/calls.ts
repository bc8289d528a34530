import * as z from 'zod/mini'
import { callOf, menu } from '../core/call.ts'
import { id, noData, optionalId, text } from '../core/fields.ts'
import { listOf, ordering, paging } from '../core/lists.ts'
import { Study, StudyInput } from './entities.ts'

const call = callOf('study')

export const studyList = call({
  method: 'POST',
  path: '/study/list',
  summary: 'Studies whose name, codes or sponsor contain the keyword',
  access: menu('tenantPorject', 'projectSite'),
  effect: 'read',
  request: z.object({
    /** Limits the list to this tenant; '' or '0' for all that the caller may see. */
    tenantId: optionalId,
    keyWord: text(100),
    /** Part of the study name. */
    studyName: text(100),
    ...ordering(['planCode', 'studyCode', 'studyName', 'sponsor', 'createTime']),
    ...paging,
  }),
  response: listOf(Study),
})

export const studyInfo = call({
  method: 'GET',
  path: '/study',
  summary: 'One study',
  access: menu('tenantPorject'),
  effect: 'read',
  request: z.object({ id }),
  response: Study,
})

export const studySave = call({
  method: 'POST',
  path: '/study/save',
  summary: 'Add a study, or update an existing one by id',
  access: menu('tenantPorject'),
  effect: 'write',
  request: StudyInput,
  response: z.string(),
})

export const studyDelete = call({
  method: 'GET',
  path: '/study/delete',
  summary: 'Delete a study that has no sites, products or authorizations',
  access: menu('tenantPorject'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
})
