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
  summary: 'SMS messages by product, delivery, day and phone number',
  access: menu('sms'),
  effect: 'read',
  request: z.object({ ...filters, phone: text(50) }),
  response: listOf(Sms),
})

export const smsResend = call({
  method: 'POST',
  path: '/sms/reSend',
  summary: 'Resend SMS messages where possible; returns the reasons for the others',
  access: superAdministrators('sms'),
  effect: 'write',
  request: z.object({ ids }),
  response: Resent,
})

export const smsLog = call({
  method: 'GET',
  path: '/sms',
  summary: 'SMS message without its secrets, and all attempts to send it',
  access: menu('sms'),
  effect: 'read',
  request: z.object({ id }),
  response: SmsLog,
})

export const failedResend = call({
  method: 'POST',
  path: '/message/reSendFailed',
  summary: 'Resend failed SMS messages and e-mails of a time range, where possible',
  access: superAdministrators('operations'),
  effect: 'write',
  request: z.object({ range: timeRange }),
  response: FailedResent,
  addition:
    'After an outage of a mail server or gateway, administrators resend hundreds of messages at once.',
})

export const mailList = call({
  method: 'POST',
  path: '/mail/list',
  summary: 'E-mails by product, delivery, day and subject',
  access: menu('email'),
  effect: 'read',
  request: z.object({ ...filters, subject: text(100) }),
  response: listOf(Mail),
})

export const mailResend = call({
  method: 'POST',
  path: '/mail/reSend',
  summary: 'Resend e-mails where possible; returns the reasons for the others',
  access: superAdministrators('email'),
  effect: 'write',
  request: z.object({ ids }),
  response: Resent,
})

export const mailLog = call({
  method: 'GET',
  path: '/mail',
  summary: 'E-mail without its secrets, and all attempts to send it',
  access: menu('email'),
  effect: 'read',
  request: z.object({ id }),
  response: MailLog,
})
