import * as z from 'zod/mini'
import { callOf, menu, menuForOwnRows, signedIn } from '../core/call.ts'
import { noData, reference } from '../core/fields.ts'
import { ShownSignaturePolicy, Signatory, SignaturePolicyInput } from './entities.ts'

const call = callOf('signature')

const addition =
  'Acts that regulations require to be signed need an electronic signature with name, instant and meaning (21 CFR 11.50, 11.70, 11.200).'

export const signaturePolicy = call({
  method: 'POST',
  path: '/signature/policy',
  summary: 'Which changes must be signed in a tenant, or on the platform, and with which meaning',
  access: menu('signatures'),
  effect: 'read',
  request: z.object({ tenantId: reference }),
  response: ShownSignaturePolicy,
  addition,
})

export const signaturePolicySave = call({
  method: 'POST',
  path: '/signature/save',
  summary: 'Change which changes must be signed; it must itself be signed, and applies from the next call on',
  access: menuForOwnRows('signatures'),
  effect: 'write',
  request: SignaturePolicyInput,
  response: noData,
  done: 'done.edited',
  addition,
})

export const signatory = call({
  method: 'POST',
  path: '/signature/signatory',
  summary: 'What the next signature of the caller needs, and the name that it prints',
  access: signedIn,
  effect: 'read',
  request: z.object({}),
  response: Signatory,
  addition,
})
