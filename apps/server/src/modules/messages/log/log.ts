import {
  type AttemptOutcome,
  codes,
  type MessageAttempt,
  mailLog,
  smsLog,
  type Translate,
} from '@atrium/contract'
import type { Selectable } from 'kysely'
import { inTenants } from '../../../platform/crud/index.ts'
import type { MessageAttemptTable } from '../../../platform/database/tables/messages.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { handle } from '../../../platform/http/route.ts'
import type { Work } from '../../../platform/http/work.ts'
import { contentOf, type MessageKind } from '../index.ts'
import { presentedMessages, toMessage } from './present.ts'
import { messagesShownTo } from './shown.ts'

type AttemptRow = Pick<Selectable<MessageAttemptTable>, 'id' | 'at' | 'outcome' | 'answer'>

/**
 * Converts an attempt for the response.
 * @param underWay whether this is the latest attempt of a message that is being sent
 */
function toAttempt({ id, at, outcome, answer }: AttemptRow, underWay: boolean, t: Translate): MessageAttempt {
  const shown: AttemptOutcome = outcome ?? (underWay ? 'sending' : 'lost')
  return {
    id,
    createTime: at.toISOString(),
    outcome: shown,
    outcomeDesc: t(`message.attempt.${shown}`),
    sendResult: answer,
  }
}

/** Returns a message without its secrets, and all attempts to send it. */
async function readLog(work: Work<typeof smsLog | typeof mailLog>, kind: MessageKind) {
  const { input, trx, as, language, services, t } = work
  const query = trx
    .selectFrom('message')
    .where('message.id', '=', input.id)
    .where('message.kind', '=', kind)
    .where(inTenants(as, 'message.tenantId'))
    .where(await messagesShownTo(work))
  const message = await presentedMessages(query, language)
    .select(['message.tenantId', 'message.bodyEncrypted', 'message.expiresAt'])
    .executeTakeFirst()
  if (!message) reject(codes.notFound)
  const attempts = await trx
    .selectFrom('messageAttempt')
    .select(['id', 'at', 'outcome', 'answer'])
    .where('tenantId', '=', message.tenantId)
    .where('messageId', '=', message.id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return {
    ...toMessage(message, work),
    ...contentOf(services.secrets, message),
    expireTime: message.expiresAt?.toISOString() ?? '',
    attempts: attempts.map((attempt, index) =>
      toAttempt(attempt, index === 0 && message.state === 'sending', t),
    ),
  }
}

/** GET /sms. */
export const smsLogRoute = handle(smsLog, (work) => readLog(work, 'sms'))

/** GET /mail. */
export const mailLogRoute = handle(mailLog, (work) => readLog(work, 'email'))
