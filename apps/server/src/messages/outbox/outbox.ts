import type { Profile } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Trx } from '../../database/index.ts'
import type { Secrets } from '../../secrets/index.ts'
import { renderMail, renderSms } from '../templates/index.ts'
import { sealBody } from './body.ts'
import type { Message } from './message.ts'

/** Where messages wait until they are sent. */
export interface Outbox {
  /**
   * Writes a message, in the transaction that causes it: it is sent if, and only if, that commits.
   *
   * @returns its id
   */
  queueMessage(trx: Trx, message: Message): Promise<string>
}

export interface OutboxOptions {
  readonly secrets: Secrets
  /** Names, colours and the public address that messages are written with. */
  readonly profile: Profile
}

/** With the pauses of the job queue these last for 15 hours: an outage overnight loses nothing. */
const maxSendCount = 24

const secondsFromNow = (seconds: number | undefined): RawBuilder<Date> | null =>
  seconds === undefined ? null : sql<Date>`now() + make_interval(secs => ${seconds})`

/** The outbox of a deployment. */
export const createOutbox = ({ secrets, profile }: OutboxOptions): Outbox => ({
  queueMessage: async (trx, message) => {
    const { kind, to, language, tenantId = '0', softwareId = null, template } = message
    const id = uuidv7()
    const rendered =
      message.kind === 'email'
        ? renderMail(message, language, profile)
        : renderSms(message, language, profile)
    await trx
      .insertInto('message')
      .values({
        ...{ tenantId, id, kind, template, softwareId, recipient: to, language, maxSendCount },
        subject: rendered.subject,
        bodyEncrypted: sealBody(secrets, rendered),
        reference: kind === 'email' ? `<${id}@${new URL(profile.publicUrl).hostname}>` : id,
        expiresAt: secondsFromNow(rendered.lifeSeconds),
        nextTryAt: sql<Date>`'infinity'`,
      })
      .execute()
    await sql`select queue_message(${kind}, ${tenantId}, ${id})`.execute(trx)
    return id
  },
})
