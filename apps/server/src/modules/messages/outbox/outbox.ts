import { type Language, type Profile, softwareCodes } from '@atrium/contract'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Trx } from '../../../platform/database/index.ts'
import type { MessageTable } from '../../../platform/database/tables/messages.ts'
import type { Secrets } from '../../../platform/secrets/index.ts'
import type { SmsTemplate, Content as Template } from '../templates/params.ts'
import { type Rendered, renderMail, renderSms } from '../templates/render.ts'

export type MessageKind = 'email' | 'sms'

/** Whom a message goes to, and how. */
interface Addressed {
  /** E-mail address or phone number. */
  readonly to: string
  readonly language: Language
  /** Owner of the message; the platform ('0') by default. */
  readonly tenantId?: string
  /** The product that it speaks for; by default, as for the user centre's own, the suite itself. */
  readonly softwareId?: string
}

export type Mail = Addressed & Template & { readonly kind: 'email' }
export type Sms = Addressed & Template<SmsTemplate> & { readonly kind: 'sms' }

/** A message as its cause describes it. */
export type Message = Mail | Sms

/** Content of a message; stored encrypted, because it has codes and keys. */
export type Body = Pick<Rendered, 'text' | 'html' | 'params' | 'secret'>

const encryptionPurpose = 'message'

/** Encrypts a body for the outbox. */
const encryptBody = (secrets: Secrets, { text, html, params, secret }: Body): string =>
  secrets.encrypt(encryptionPurpose, JSON.stringify({ text, html, params, secret }))

/** Decrypts a body of `encryptBody`. @throws if it was encrypted under another SECRET_KEY */
export const decryptBody = (secrets: Secrets, encrypted: string): Body =>
  JSON.parse(secrets.decrypt(encryptionPurpose, encrypted)) as Body

/** Replaces a code, key or password in a text, as such or within a URL. */
export const maskSecret = (text: string, secret: string | undefined): string =>
  secret === undefined
    ? text
    : [secret, encodeURIComponent(secret)].reduce((masked, form) => masked.replaceAll(form, '***'), text)

/** The content that may be shown, or why it may not. */
interface Content {
  readonly content: string
  readonly contentState: 'shown' | 'wiped' | 'unreadable'
}

/** Content of a message without secrets. */
export function contentOf(
  secrets: Secrets,
  { bodyEncrypted, expiresAt }: Pick<Selectable<MessageTable>, 'bodyEncrypted' | 'expiresAt'>,
): Content {
  if (bodyEncrypted === null) return { content: '', contentState: 'wiped' }
  try {
    const { text, secret } = decryptBody(secrets, bodyEncrypted)
    // What has an end has a secret: one that does not say which is not shown.
    if (expiresAt !== null && !secret) return { content: '', contentState: 'unreadable' }
    return { content: maskSecret(text, secret), contentState: 'shown' }
  } catch {
    return { content: '', contentState: 'unreadable' }
  }
}

/** Queue of messages until they are sent. */
export interface Outbox {
  /**
   * Writes a message in the transaction that causes it: it is sent if and only if that commits.
   *
   * @returns its id
   */
  queueMessage(trx: Trx, message: Message): Promise<string>
  /** The same for several at once, in two statements. */
  queueMessages(trx: Trx, messages: readonly Message[]): Promise<string[]>
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

/** A product, but nothing for the user centre, which is the suite itself, and for one that is gone. */
const product = (softwareId: string | undefined): RawBuilder<string> | null =>
  softwareId === undefined
    ? null
    : sql`(select id from software where id = ${softwareId} and web_code <> ${softwareCodes.account})`

/** A message as a row of the outbox, to be sent once the job queue has it as well. */
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

/** The outbox of a deployment. */
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
    /** Takes e-mail and SMS in the transaction that causes them. */
    readonly outbox: Outbox
    /** Whether an SMS gateway is configured. Without one, SMS wait. */
    readonly sendsSms: boolean
  }
}
