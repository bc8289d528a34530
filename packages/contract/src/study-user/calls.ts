import * as z from 'zod/mini'
import { callOf, menu } from '../core/call.ts'
import { optionalId, reference, text } from '../core/fields.ts'
import { listOf, lookupLimit } from '../core/lists.ts'
import { StudyNode } from './entities.ts'

const call = callOf('studyUser')

/** Studies have at most so many nodes in a tree; a keyword finds the others. */
export const mostStudies = lookupLimit

/** A tree of studies, the first by name; `totalExceeded` says that there are more. */
const tree = listOf(StudyNode)

export const allowedStudies = call({
  method: 'POST',
  path: '/studyUrl/allowed/list',
  summary: 'The studies that are run in a product, with their sites: the first thousand by name',
  access: menu('userAllowed'),
  effect: 'read',
  request: z.object({
    /** The product. */
    softId: reference,
    /** Of this tenant alone; '' or '0' for all that the caller may see. */
    tenantId: optionalId,
    /** Part of the name or code of a study, or of one of its sites. */
    keyWord: text(100),
  }),
  answer: tree,
})

export const invitingStudies = call({
  method: 'POST',
  path: '/studySite/tenant/soft',
  summary: 'The same of products that people are invited into, or one study',
  access: menu('authorization'),
  effect: 'read',
  request: z.object({
    /** This study in its product alone. */
    studyUrlId: optionalId,
    tenantId: optionalId,
    /** This product alone. */
    softId: optionalId,
    keyWord: text(100),
  }),
  answer: tree,
})
