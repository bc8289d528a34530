import * as z from 'zod/mini'
import { linkKey } from '../account/email-calls.ts'
import { anybody, callOf } from '../core/call.ts'
import { noData } from '../core/fields.ts'
import { Registration, RegistrationInput, requiredPhone } from './entities.ts'

const call = callOf('invitation')

export const findRegistration = call({
  method: 'GET',
  path: '/account/email/getTenantUser',
  summary: 'What the registration page shows of an invitation',
  access: anybody,
  effect: 'read',
  request: z.object({ key: linkKey }),
  answer: Registration,
})

export const sendRegistrationCode = call({
  method: 'POST',
  path: '/account/email/sendAuthCode',
  summary: 'Send a code to the phone that somebody registers with by an invitation',
  access: anybody,
  effect: 'read',
  request: z.object({ key: linkKey, phone: requiredPhone }),
  answer: noData,
  done: 'done.codeSent',
  addition: 'Only a verified number identifies its owner, so that it is verified when it is registered.',
})

export const register = call({
  method: 'POST',
  path: '/account/email/authorization',
  summary: 'Accept an invitation: join its tenant, with a new account where the address has none',
  access: anybody,
  effect: 'write',
  request: RegistrationInput,
  answer: noData,
  done: 'invitation.done.registered',
})
