import * as z from 'zod/mini'
import { call, signedIn } from '../core/call.ts'
import { id, optionalId, text } from '../core/fields.ts'
import { listOf, paging } from '../core/lists.ts'
import { Region, regionLevels } from './entities.ts'

export const regionList = call({
  method: 'POST',
  path: '/area/list',
  summary: 'Regions of a level or below a region; countries where neither is sent',
  access: signedIn,
  effect: 'read',
  request: z.object({
    parentId: optionalId,
    level: z.optional(
      z.coerce
        .number('rule.choice')
        .check(
          z.refine((level) => Object.values(regionLevels).some((known) => known === level), 'rule.choice'),
        ),
    ),
    keyWord: text(100),
    ...paging,
  }),
  answer: listOf(Region),
})

export const regionChildren = call({
  method: 'GET',
  path: '/area/child',
  summary: 'The regions directly below a region',
  access: signedIn,
  effect: 'read',
  request: z.object({ id }),
  answer: z.array(Region),
})

export const regionCalls = [regionList, regionChildren]
