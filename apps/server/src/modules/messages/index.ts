export {
  contentOf,
  createOutbox,
  decryptBody,
  type Mail,
  type Message,
  type MessageKind,
  type Outbox,
  outboxRow,
  type Sms,
} from './outbox/outbox.ts'
export {
  isFailedKept,
  type ResendRejection,
  type ResendRow,
  resendColumns,
  resendMessages,
  resendRejectionOf,
} from './outbox/resend.ts'
export { messageSearchText, messageSubjectText } from './outbox/search-text.ts'
export type { Sender } from './sender.ts'
export type { TemplateName, TemplateParams } from './templates/params.ts'
export { type MessageWorker, startMessageWorker } from './worker/worker.ts'

import type { Profile } from '@atrium/contract'
import type { Config } from '../../platform/config/config.ts'
import { type SmtpLimits, smtpSender } from './email/smtp-sender.ts'
import type { Sender } from './sender.ts'
import { gatewaySender } from './sms/gateway-sender.ts'

/**
 * Creates the configured senders. Messages of a kind without a sender wait.
 * @param smtpLimits timeouts of the mail server; those of RFC 5321 by default
 * @throws StartupError if a setting is invalid
 */
export const sendersOf = (
  { SMTP_URL, SMS_GATEWAY_URL }: Pick<Config, 'SMTP_URL' | 'SMS_GATEWAY_URL'>,
  profile: Profile,
  smtpLimits?: SmtpLimits,
): Sender[] => [
  ...(SMTP_URL === undefined ? [] : [smtpSender(SMTP_URL, profile, smtpLimits)]),
  ...(SMS_GATEWAY_URL === undefined ? [] : [gatewaySender(SMS_GATEWAY_URL)]),
]
