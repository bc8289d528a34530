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
  summary: 'Details of an invitation for the registration page',
  access: anybody,
  effect: 'read',
  request: z.object({ key: linkKey }),
  response: Registration,
})

export const sendRegistrationCode = call({
  method: 'POST',
  path: '/account/email/sendAuthCode',
  summary: 'Send a code to the phone number with which an invited person registers',
  access: anybody,
  effect: 'read',
  request: z.object({ key: linkKey, phone: requiredPhone }),
  response: noData,
  done: 'done.codeSent',
  addition: 'Only a verified number identifies its owner, so the number is verified during registration.',
})

export const register = call({
  method: 'POST',
  path: '/account/email/authorization',
  summary: 'Accept an invitation: join its tenant, with a new account if the address has none',
  access: anybody,
  effect: 'write',
  request: RegistrationInput,
  response: noData,
  done: 'invitation.done.registered',
})

const addition =
  'Administrators see who invited whom, withdraw invitations to mistyped addresses, and resend invitations.'

export const invitationList = call({
  method: 'POST',
  path: '/tenantUser/invitation/list',
  summary: 'Invitations into a tenant by state and address, newest first',
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
  summary: 'Withdraw an invitation: its link stops working, and its licence seats become free',
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
  summary: 'Resend an invitation with a new link; the caller becomes its inviter',
  access: menu('authorization'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
  done: 'invitation.done.resent',
  addition,
})
