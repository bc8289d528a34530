import * as z from 'zod/mini'
import { linkKey } from '../account/email-calls.ts'
import { anybody, callOf, menu } from '../core/call.ts'
import { id, noData, reference, text } from '../core/fields.ts'
import { listOf, ordering, paging } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'
import { Invitation, invitationStates, Registration, RegistrationInput, requiredPhone } from './entities.ts'

const call = callOf('invitation')

export const findRegistration = call({
  method: 'GET',
  path: '/account/email/getTenantUser',
  summary: 'What the registration page shows of an invitation',
  access: anybody,
  effect: 'read',
  request: z.object({ key: linkKey }),
  response: Registration,
})

export const sendRegistrationCode = call({
  method: 'POST',
  path: '/account/email/sendAuthCode',
  summary: 'Send a code to the phone that somebody registers with by an invitation',
  access: anybody,
  effect: 'read',
  request: z.object({ key: linkKey, phone: requiredPhone }),
  response: noData,
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
  response: noData,
  done: 'invitation.done.registered',
})

const addition =
  'An administrator sees who was invited by whom, withdraws an invitation to a mistyped address and sends one again.'

export const invitationList = call({
  method: 'POST',
  path: '/tenantUser/invitation/list',
  summary: 'The invitations into a tenant, the latest first, by state and address',
  access: menu('authorization', 'tenantUser'),
  effect: 'read',
  request: z.object({
    tenantId: reference,
    /** Part of the e-mail address. */
    keyWord: text(254),
    state: z.optional(z.enum(invitationStates, textKey('rule.choice'))),
    ...ordering(['createTime']),
    ...paging,
  }),
  response: listOf(Invitation),
  addition,
})

export const invitationWithdraw = call({
  method: 'POST',
  path: '/tenantUser/invitation/withdraw',
  summary: 'Withdraw an invitation: its link is dead, and the places of licences that it held are free',
  access: menu('authorization', 'tenantUser'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
  done: 'invitation.done.withdrawn',
  addition,
})

export const invitationResend = call({
  method: 'POST',
  path: '/tenantUser/invitation/resend',
  summary: 'Send an invitation again with a new link; the caller becomes its inviter',
  access: menu('authorization'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
  done: 'invitation.done.resent',
  addition,
})
