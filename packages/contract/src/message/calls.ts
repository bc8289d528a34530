import * as z from 'zod/mini'
import { callOf, menu, superAdministrators } from '../core/call.ts'
import { id, oneOf, optionalId, text } from '../core/fields.ts'
import { ids, listOf, ordering, paging, period } from '../core/lists.ts'
import { timeRange } from '../operations/calls.ts'
import { FailedResent, isArrive, Mail, MailLog, Resent, Sms, SmsLog } from './entities.ts'

const call = callOf('message')

/** Filters and sort order of both lists, newest first by default. */
const filters = {
  /** Part of the recipient or the subject. */
  keyWord: text(100),
  /** Limits the list to this product. The suite's own messages belong to the user centre. */
  softId: optionalId,
  ...period,
  isArrive: z.optional(oneOf(isArrive.yes, isArrive.no)),
  ...ordering(['createTime']),
  ...paging,
}

export const smsList = call({
  method: 'POST',
  path: '/sms/list',
  summary: 'SMS by product, arrival, day and phone number',
  access: menu('sms'),
  effect: 'read',
  request: z.object({ ...filters, phone: text(50) }),
  response: listOf(Sms),
})

export const smsResend = call({
  method: 'POST',
  path: '/sms/reSend',
  summary: 'Send SMS again; of several those that can be, with what keeps the others from it',
  access: superAdministrators('sms'),
  effect: 'write',
  request: z.object({ ids }),
  response: Resent,
})

export const smsLog = call({
  method: 'GET',
  path: '/sms',
  summary: 'An SMS without its secrets, and every attempt to send it',
  access: menu('sms'),
  effect: 'read',
  request: z.object({ id }),
  response: SmsLog,
})

export const failedResend = call({
  method: 'POST',
  path: '/message/reSendFailed',
  summary: 'Send all SMS and e-mails again that were created in a range and failed, as far as they can be',
  access: superAdministrators('operations'),
  effect: 'write',
  request: z.object({ range: timeRange }),
  response: FailedResent,
  addition:
    'When a mail server or gateway was down for a while, nobody picks hundreds of messages one by one.',
})

export const mailList = call({
  method: 'POST',
  path: '/mail/list',
  summary: 'E-mails by product, arrival, day and subject',
  access: menu('email'),
  effect: 'read',
  request: z.object({ ...filters, subject: text(100) }),
  response: listOf(Mail),
})

export const mailResend = call({
  method: 'POST',
  path: '/mail/reSend',
  summary: 'Send e-mails again; of several those that can be, with what keeps the others from it',
  access: superAdministrators('email'),
  effect: 'write',
  request: z.object({ ids }),
  response: Resent,
})

export const mailLog = call({
  method: 'GET',
  path: '/mail',
  summary: 'An e-mail without its secrets, and every attempt to send it',
  access: menu('email'),
  effect: 'read',
  request: z.object({ id }),
  response: MailLog,
})
