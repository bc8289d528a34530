import * as z from 'zod/mini'
import { callOf, menu, signedIn } from '../core/call.ts'
import { noFields } from '../core/fields.ts'
import { Option } from '../core/lists.ts'

const call = callOf('software')

export const softwareCombobox = call({
  method: 'POST',
  path: '/software/combobox',
  summary: 'The products to choose from, by their ids, in the caller’s language',
  access: signedIn,
  effect: 'read',
  request: noFields,
  answer: z.array(Option),
})

export const authorizationTypes = call({
  method: 'GET',
  path: '/base/soft/auth/type',
  summary: 'The ways in which users of a product are authorized, by authorizationStyle',
  access: menu('softwareManger'),
  effect: 'read',
  request: noFields,
  answer: z.array(Option),
})
