import * as z from 'zod/mini'
import { callOf, menu, menuForOwnRows } from '../core/call.ts'
import { optionalId, text } from '../core/fields.ts'
import { listOf, paging } from '../core/lists.ts'
import { Holiday, HolidayInput } from './entities.ts'

const call = callOf('holiday')

export const holidayList = call({
  method: 'POST',
  path: '/holidays/list',
  summary: 'Holiday calendars of the caller’s tenants, or of one tenant; `sys` for the global calendar',
  access: menu('holiday'),
  effect: 'read',
  request: z.object({ tenantId: optionalId, keyWord: text(100), ...paging }),
  response: listOf(Holiday),
})

export const holidaySave = call({
  method: 'POST',
  path: '/holidays/save',
  summary: 'Save the holiday calendar of a tenant or, as the platform, the global one',
  access: menuForOwnRows('holiday'),
  effect: 'write',
  request: HolidayInput,
  response: z.string(),
})
