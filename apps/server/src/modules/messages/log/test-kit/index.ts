import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { TestDatabase } from '../../../../../test-support/index.ts'
import type { MessageTable } from '../../../../platform/database/tables/messages.ts'
import type { MessageKind } from '../../index.ts'

/**
 * Inserts a delivered message without a secret directly into the table, so that it is never sent.
 * @param facts columns with other values
 * @returns the message's id
 */
export async function addMessage(
  { owner }: TestDatabase,
  kind: MessageKind,
  facts: Partial<Insertable<MessageTable>> = {},
): Promise<string> {
  const id = randomUUID()
  const message = {
    id,
    kind,
    template: 'userNameReminder',
    recipient: kind === 'sms' ? '13800000001' : 'li@hospital.example',
    subject: kind === 'sms' ? '' : '您的用户名',
    bodyEncrypted: 'not to be read',
    language: 'zh',
    reference: kind === 'sms' ? id : `<${id}@atrium.example>`,
    state: 'delivered' as const,
    sendCount: 1,
    maxSendCount: 24,
    deliveredAt: new Date(),
    ...facts,
  }
  await owner.insertInto('message').values(message).execute()
  return message.id
}
