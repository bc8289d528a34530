import * as z from 'zod/mini'
import { callOf, menu, menuForOwnRows } from '../core/call.ts'
import { id, noData, reference } from '../core/fields.ts'
import { listOf, paging } from '../core/lists.ts'
import { DutyConflict, DutyInput, DutyRule } from './entities.ts'

const call = callOf('duty')

const addition =
  'Roles whose holders check or are blinded to each other must be held by different people (ICH E6(R3) 4.1.2).'

export const dutyList = call({
  method: 'POST',
  path: '/duty/list',
  summary:
    'Pairs of roles that one person may not hold in one study: the built-in one, the platform’s and the tenant’s',
  access: menu('duties'),
  effect: 'read',
  request: z.object({ tenantId: reference, ...paging }),
  response: listOf(DutyRule),
  addition,
})

export const dutySave = call({
  method: 'POST',
  path: '/duty/save',
  summary: 'Add a pair of roles, or update an existing one by id; it applies from the next grant on',
  access: menuForOwnRows('duties'),
  effect: 'write',
  request: DutyInput,
  response: z.string(),
  addition,
})

export const dutyDelete = call({
  method: 'POST',
  path: '/duty/delete',
  summary: 'Delete a pair of roles, which one person may then hold',
  access: menuForOwnRows('duties'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
  addition,
})

export const dutyConflicts = call({
  method: 'POST',
  path: '/duty/conflict/list',
  summary:
    'People who hold both roles of a pair in a study; without RTSM roles of studies in which the caller is blinded',
  access: menu('duties'),
  effect: 'read',
  request: z.object({ tenantId: reference, ...paging }),
  response: listOf(DutyConflict),
  addition,
})
