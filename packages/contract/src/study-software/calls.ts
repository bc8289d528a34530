import * as z from 'zod/mini'
import { callOf, menu } from '../core/call.ts'
import { id, noData, optionalId, text } from '../core/fields.ts'
import { listOf, ordering, paging } from '../core/lists.ts'
import { StudyLinkInput, StudyWithSoftware } from './entities.ts'

const call = callOf('studySoftware')

export const studyLinkList = call({
  method: 'POST',
  path: '/studyUrl/list/url',
  summary: 'The studies of tenants whose name, codes or sponsor contain the keyword, each with every product',
  access: menu('softAllowed'),
  effect: 'read',
  request: z.object({
    /** Limits the list to this tenant; '' or '0' for all that the caller may see. */
    tenantId: optionalId,
    keyWord: text(100),
    ...ordering(['planCode', 'studyCode', 'studyName', 'createTime']),
    ...paging,
  }),
  response: listOf(StudyWithSoftware),
})

export const studyLinkSave = call({
  method: 'POST',
  path: '/studyUrl/save',
  summary:
    'Link a study with a product at one of its tenant’s domains, or change the link where an id is sent',
  access: menu('softAllowed'),
  effect: 'write',
  request: StudyLinkInput,
  response: z.string(),
})

export const studyLinkDelete = call({
  method: 'GET',
  path: '/studyUrl/delete',
  summary: 'Take a product that nobody is authorized for or invited into from a study',
  access: menu('softAllowed'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
})
