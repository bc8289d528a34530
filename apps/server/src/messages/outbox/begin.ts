import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { asSystem, type Database, inTransaction, type Trx } from '../../database/index.ts'

/** What a job says of its message: its key, and nothing that it says. */
export interface MessageKey {
  readonly tenantId: string
  readonly id: string
}

const find = (trx: Trx, { tenantId, id }: MessageKey) =>
  trx
    .selectFrom('message')
    .select(['tenantId', 'id', 'kind', 'template', 'recipient', 'subject', 'bodyEncrypted', 'language'])
    .select(['reference', 'state', 'sendCount', 'maxSendCount'])
    .select(sql<boolean>`coalesce(expires_at <= now(), false)`.as('expired'))
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

const change = (trx: Trx, { tenantId, id }: MessageKey) =>
  trx.updateTable('message').where('tenantId', '=', tenantId).where('id', '=', id)

/**
 * Notes that an attempt to send a message begins. It commits before anything is sent; one that its process did not
 * live to end stays without an outcome, and the job comes again.
 *
 * @returns undefined where there is nothing to send any more
 */
export const beginAttempt = (db: Kysely<Database>, key: MessageKey) =>
  inTransaction(db, asSystem, async (trx) => {
    const message = await find(trx, key)
    if (!message || !['waiting', 'sending'].includes(message.state)) return undefined
    const spent = message.sendCount >= message.maxSendCount
    if (message.expired || spent) {
      // What has expired is ended, and wiped, with the others that have.
      await change(trx, key)
        .set({ state: message.expired ? 'waiting' : 'failed' })
        .execute()
      return undefined
    }
    const attempt = { ...message, sendCount: message.sendCount + 1, attemptId: uuidv7() }
    await change(trx, key).set({ state: 'sending', sendCount: attempt.sendCount }).execute()
    await trx
      .insertInto('messageAttempt')
      .values({ tenantId: key.tenantId, id: attempt.attemptId, messageId: key.id })
      .execute()
    return attempt
  })

/** A message that this process is sending. */
export type Attempt = NonNullable<Awaited<ReturnType<typeof beginAttempt>>>
