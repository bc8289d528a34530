import * as z from 'zod/mini'
import { callOf, menu } from '../core/call.ts'
import { noData, reference } from '../core/fields.ts'
import { PinSettings, PinSettingsInput } from './entities.ts'

const call = callOf('pin')

export const pinSettings = call({
  method: 'GET',
  path: '/tenant/pin',
  summary: 'PIN settings of a tenant',
  access: menu('tenantPin'),
  effect: 'read',
  request: z.object({ id: reference }),
  response: PinSettings,
})

export const pinSettingsSave = call({
  method: 'POST',
  path: '/tenant/save/pin',
  summary: 'Change the PIN settings of a tenant',
  access: menu('tenantPin'),
  effect: 'write',
  request: PinSettingsInput,
  response: noData,
  done: 'done.edited',
})
