import * as z from 'zod/mini'
import { callOf, menu, signedIn } from '../core/call.ts'
import { id, noData, optionalId, text } from '../core/fields.ts'
import { listOf, paging } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'
import { Region, RegionInput, regionLevels } from './entities.ts'

const call = callOf('region')

export const regionList = call({
  method: 'POST',
  path: '/area/list',
  summary: 'Regions of a level or below a region; countries if neither is sent',
  access: signedIn,
  effect: 'read',
  request: z.object({
    parentId: optionalId,
    level: z.optional(
      z.coerce
        .number(textKey('rule.choice'))
        .check(
          z.refine(
            (level) => Object.values(regionLevels).some((known) => known === level),
            textKey('rule.choice'),
          ),
        ),
    ),
    keyWord: text(100),
    ...paging,
  }),
  response: listOf(Region),
})

export const regionChildren = call({
  method: 'GET',
  path: '/area/child',
  summary: 'Regions directly below a region',
  access: signedIn,
  effect: 'read',
  request: z.object({ id }),
  response: z.array(Region),
})

export const regionInfo = call({
  method: 'GET',
  path: '/area',
  summary: 'One region',
  access: signedIn,
  effect: 'read',
  request: z.object({ id }),
  response: Region,
})

export const regionSave = call({
  method: 'POST',
  path: '/area/save',
  summary: 'Add a country or a region below another one, or update an existing one by id',
  access: menu('eare'),
  effect: 'write',
  request: RegionInput,
  response: z.string(),
})

export const regionDelete = call({
  method: 'GET',
  path: '/area/delete',
  summary: 'Delete an unused region',
  access: menu('eare'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
})
