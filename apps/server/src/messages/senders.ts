import type { Profile } from '@atrium/contract'
import type { Config } from '../config/index.ts'
import { smtpSender } from './email/smtp-sender.ts'
import type { Sender } from './sender.ts'
import { gatewaySender } from './sms/gateway-sender.ts'

/**
 * The ways out that are configured; a kind of message that has none waits.
 *
 * @throws StartupError where one is configured wrongly
 */
export const sendersOf = (
  { SMTP_URL, SMS_GATEWAY_URL }: Pick<Config, 'SMTP_URL' | 'SMS_GATEWAY_URL'>,
  profile: Profile,
): Sender[] => [
  ...(SMTP_URL === undefined ? [] : [smtpSender(SMTP_URL, profile)]),
  ...(SMS_GATEWAY_URL === undefined ? [] : [gatewaySender(SMS_GATEWAY_URL)]),
]
