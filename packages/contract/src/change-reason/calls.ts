import * as z from 'zod/mini'
import { callOf, menu, menuForOwnRows, signedInOrPlatform } from '../core/call.ts'
import { noData, reference } from '../core/fields.ts'
import { menuCodes } from '../core/menus.ts'
import { ReasonChoices, ReasonPolicy, ReasonPolicyInput } from './entities.ts'

const call = callOf('changeReason')

const addition =
  'The trail must say why critical changes were made (21 CFR 11.10(e), ICH E6(R3) 4.2.2, 药品记录与数据管理要求).'

export const reasonPolicy = call({
  method: 'POST',
  path: '/changeReason/policy',
  summary: 'Which changes need a reason in a tenant, or on the platform, and the list of reasons',
  access: menu('changeReasons'),
  effect: 'read',
  request: z.object({ tenantId: reference }),
  response: ReasonPolicy,
  addition,
})

export const reasonPolicySave = call({
  method: 'POST',
  path: '/changeReason/save',
  summary: 'Change which changes need a reason, and the list of reasons; it applies from the next call on',
  access: menuForOwnRows('changeReasons'),
  effect: 'write',
  request: ReasonPolicyInput,
  response: noData,
  done: 'done.edited',
  addition,
})

export const reasonChoices = call({
  method: 'POST',
  path: '/changeReason/choices',
  summary: 'Which changes need a reason in a tenant, and the reasons to choose from',
  access: signedInOrPlatform(...menuCodes),
  effect: 'read',
  request: z.object({ tenantId: reference }),
  response: ReasonChoices,
  addition,
})
