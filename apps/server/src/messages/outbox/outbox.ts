import type { Language, Profile } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Trx } from '../../database/index.ts'
import type { Secrets } from '../../secrets/index.ts'
import type { Content, SmsTemplate } from '../templates/params.ts'
import { type Rendered, renderMail, renderSms } from '../templates/render.ts'

export type MessageKind = 'email' | 'sms'

/** Whom a message goes to, and how. */
interface Addressed {
  /** E-mail address or phone number. */
  readonly to: string
  readonly language: Language
  /** Whose business it is; the platform's ('0') by default. */
  readonly tenantId?: string
  /** The product that it speaks for; none by default. */
  readonly softwareId?: string
}

export type Mail = Addressed & Content & { readonly kind: 'email' }
export type Sms = Addressed & Content<SmsTemplate> & { readonly kind: 'sms' }

/** A message as whoever causes it describes it. */
export type Message = Mail | Sms

/** What a message says; kept encrypted, since codes and keys are in it. */
export type Body = Pick<Rendered, 'text' | 'html' | 'params' | 'secret'>

const encryptionPurpose = 'message'

/** Encrypts a body for the outbox. */
const encryptBody = (secrets: Secrets, { text, html, params, secret }: Body): string =>
  secrets.encrypt(encryptionPurpose, JSON.stringify({ text, html, params, secret }))

/** Reads what `encryptBody` made. @throws where it was made under another SECRET_KEY */
export const decryptBody = (secrets: Secrets, encrypted: string): Body =>
  JSON.parse(secrets.decrypt(encryptionPurpose, encrypted)) as Body

/** Where messages wait until they are sent. */
export interface Outbox {
  /**
   * Writes a message, in the transaction that causes it: it is sent if, and only if, that commits.
   *
   * @returns its id
   */
  queueMessage(trx: Trx, message: Message): Promise<string>
}

interface OutboxOptions {
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
        tenantId,
        id,
        kind,
        template,
        softwareId,
        recipient: to,
        language,
        maxSendCount,
        subject: rendered.subject,
        bodyEncrypted: encryptBody(secrets, rendered),
        reference: kind === 'email' ? `<${id}@${new URL(profile.publicUrl).hostname}>` : id,
        expiresAt: secondsFromNow(rendered.lifeSeconds),
        nextTryAt: sql<Date>`'infinity'`,
      })
      .execute()
    await sql`select queue_message(${kind}, ${tenantId}, ${id})`.execute(trx)
    return id
  },
})
