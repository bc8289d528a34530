import * as z from 'zod/mini'
import { callOf, menu } from '../core/call.ts'
import { id, noData, optionalId, text } from '../core/fields.ts'
import { listOf, ordering, paging } from '../core/lists.ts'
import { StudyLinkInput, StudyWithSoftware } from './entities.ts'

const call = callOf('studySoftware')

export const studyLinkList = call({
  method: 'POST',
  path: '/studyUrl/list/url',
  summary: 'Studies whose name, codes or sponsor contain the keyword, each with all products',
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
  summary: 'Link a study with a product at a domain of its tenant, or update an existing link by id',
  access: menu('softAllowed'),
  effect: 'write',
  request: StudyLinkInput,
  response: z.string(),
})

export const studyLinkDelete = call({
  method: 'GET',
  path: '/studyUrl/delete',
  summary: 'Remove a product without authorizations or pending invitations from a study',
  access: menu('softAllowed'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
})
