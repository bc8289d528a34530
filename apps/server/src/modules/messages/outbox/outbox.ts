import { type Language, type Profile, softwareCodes } from '@atrium/contract'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Trx } from '../../../platform/database/index.ts'
import type { MessageTable } from '../../../platform/database/tables/messages.ts'
import type { Secrets } from '../../../platform/secrets/index.ts'
import type { SmsTemplate, Content as Template } from '../templates/params.ts'
import { type Rendered, renderMail, renderSms } from '../templates/render.ts'

export type MessageKind = 'email' | 'sms'

/** Recipient of a message. */
interface Addressed {
  /** E-mail address or phone number. */
  readonly to: string
  readonly language: Language
  /** Owner of the message; the platform ('0') by default. */
  readonly tenantId?: string
  /** Product that the message is about; the suite itself by default. */
  readonly softwareId?: string
}

export type Mail = Addressed & Template & { readonly kind: 'email' }
export type Sms = Addressed & Template<SmsTemplate> & { readonly kind: 'sms' }

/** A message as passed to the outbox. */
export type Message = Mail | Sms

/** Content of a message. It is stored encrypted, because it contains codes and keys. */
export type Body = Pick<Rendered, 'text' | 'html' | 'params' | 'secret'>

const encryptionPurpose = 'message'

/** Encrypts a body for the outbox. */
const encryptBody = (secrets: Secrets, { text, html, params, secret }: Body): string =>
  secrets.encrypt(encryptionPurpose, JSON.stringify({ text, html, params, secret }))

/**
 * Decrypts a body encrypted by `encryptBody`.
 * @throws if it was encrypted with another SECRET_KEY
 */
export const decryptBody = (secrets: Secrets, encrypted: string): Body =>
  JSON.parse(secrets.decrypt(encryptionPurpose, encrypted)) as Body

/** Masks a code, key or password in a text, including its URL-encoded form. */
export const maskSecret = (text: string, secret: string | undefined): string =>
  secret === undefined
    ? text
    : [secret, encodeURIComponent(secret)].reduce((masked, form) => masked.replaceAll(form, '***'), text)

/** Content to show, or why it cannot be shown. */
interface Content {
  readonly content: string
  readonly contentState: 'shown' | 'wiped' | 'unreadable'
}

/** Returns the content of a message without secrets. */
export function contentOf(
  secrets: Secrets,
  { bodyEncrypted, expiresAt }: Pick<Selectable<MessageTable>, 'bodyEncrypted' | 'expiresAt'>,
): Content {
  if (bodyEncrypted === null) return { content: '', contentState: 'wiped' }
  try {
    const { text, secret } = decryptBody(secrets, bodyEncrypted)
    // Every message with an expiry has a secret. If it is unknown, it cannot be masked, so do not show the text.
    if (expiresAt !== null && !secret) return { content: '', contentState: 'unreadable' }
    return { content: maskSecret(text, secret), contentState: 'shown' }
  } catch {
    return { content: '', contentState: 'unreadable' }
  }
}

/** Queue of messages until they are sent. */
export interface Outbox {
  /**
   * Writes a message in the transaction that causes it, so that it is sent if and only if that transaction commits.
   * @returns the message's id
   */
  queueMessage(trx: Trx, message: Message): Promise<string>
  /**
   * Writes several messages in two statements.
   * @returns their ids
   */
  queueMessages(trx: Trx, messages: readonly Message[]): Promise<string[]>
}

interface OutboxOptions {
  readonly secrets: Secrets
  /** Names, colours and public URL used in messages. */
  readonly profile: Profile
}

/**
 * Maximum number of attempts. With the pauses of the job queue they span 15 hours, so that an overnight outage loses
 * nothing.
 */
const maxSendCount = 24

const secondsFromNow = (seconds: number | undefined): RawBuilder<Date> | null =>
  seconds === undefined ? null : sql<Date>`now() + make_interval(secs => ${seconds})`

/** Returns the id of an existing product. Null for the user centre, which is the suite itself, and for deleted products. */
const product = (softwareId: string | undefined): RawBuilder<string> | null =>
  softwareId === undefined
    ? null
    : sql`(select id from software where id = ${softwareId} and web_code <> ${softwareCodes.account})`

/** Converts a message into a row of the outbox. It is sent once the job queue has a job for it. */
export const outboxRow = (message: Message, { secrets, profile }: OutboxOptions) => {
  const { kind, to, language, tenantId = '0', softwareId, template } = message
  const id = uuidv7()
  const rendered =
    message.kind === 'email' ? renderMail(message, language, profile) : renderSms(message, language, profile)
  return {
    tenantId,
    id,
    kind,
    template,
    softwareId: product(softwareId),
    recipient: to,
    language,
    maxSendCount,
    subject: rendered.subject,
    bodyEncrypted: encryptBody(secrets, rendered),
    reference: kind === 'email' ? `<${id}@${new URL(profile.publicUrl).hostname}>` : id,
    expiresAt: secondsFromNow(rendered.lifeSeconds),
    nextTryAt: sql<Date>`'infinity'`,
  }
}

/** Creates the outbox of a deployment. */
export const createOutbox = (options: OutboxOptions): Outbox => {
  const queueMessages = async (trx: Trx, messages: readonly Message[]): Promise<string[]> => {
    const rows = messages.map((message) => outboxRow(message, options))
    if (rows.length === 0) return []
    await trx.insertInto('message').values(rows).execute()
    const queued = JSON.stringify(rows.map(({ kind, tenantId, id }) => ({ kind, tenant: tenantId, id })))
    await sql`select queue_message(kind, tenant, id)
      from jsonb_to_recordset(${queued}::jsonb) as queued (kind text, tenant text, id text)`.execute(trx)
    return rows.map(({ id }) => id)
  }
  return {
    queueMessages,
    queueMessage: async (trx, message) => {
      const [id = ''] = await queueMessages(trx, [message])
      return id
    },
  }
}

declare module '../../../platform/http/work.ts' {
  interface Services {
    /** Queues e-mail and SMS in the transaction that causes them. */
    readonly outbox: Outbox
    /** Whether an SMS gateway is configured. Without one, SMS stay pending. */
    readonly sendsSms: boolean
  }
}
