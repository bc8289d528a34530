import * as z from 'zod/mini'
import { callOf, menu } from '../core/call.ts'
import { id, noData } from '../core/fields.ts'
import { SafeStrategy, SafeStrategyInput, strategyId } from './entities.ts'

const call = callOf('strategy')

export const expiredInfo = call({
  method: 'GET',
  path: '/expiredInfo',
  summary: 'Security strategy: when sessions and passwords expire',
  access: menu('safeStrategyManage'),
  effect: 'read',
  request: z.object({ id: z._default(id, strategyId) }),
  response: SafeStrategy,
})

export const expiredInfoSave = call({
  method: 'POST',
  path: '/expiredInfo/save',
  summary: 'Change the security strategy; it applies from the next request on, also to existing sessions',
  access: menu('safeStrategyManage'),
  effect: 'write',
  request: SafeStrategyInput,
  response: noData,
  done: 'done.edited',
})
