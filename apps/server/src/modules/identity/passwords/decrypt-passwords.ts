import { constants, createDecipheriv, type KeyObject, privateDecrypt } from 'node:crypto'
import {
  type PasswordContents,
  type PasswordPurpose,
  passwordLifeSeconds,
  passwordPurposes,
} from '@atrium/contract'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Database } from '../../../platform/database/schema.ts'
import { fieldIssue, rejectFields } from '../../../platform/http/rejection.ts'
import type { Services } from '../../../platform/http/work.ts'
import { userNameKey } from '../identifiers/index.ts'
import { privateKeyOf } from './login-key.ts'

/** Parts of an encrypted password: `v2.<keyId>.<encrypted AES key>.<iv>.<ciphertext and tag>`. */
interface Envelope {
  readonly keyId: string
  readonly wrappedKey: Buffer
  readonly iv: Buffer
  readonly sealed: Buffer
}

const tagLength = 16
const ivLength = 12

const bytes = (part: string): Buffer => Buffer.from(part, 'base64url')

const parseEnvelope = (text: string): Envelope | undefined => {
  const [version, keyId, wrappedKey, iv, sealed, ...rest] = text.split('.')
  if (version !== 'v2' || !keyId || !wrappedKey || !iv || !sealed || rest.length > 0) return undefined
  const envelope = { keyId, wrappedKey: bytes(wrappedKey), iv: bytes(iv), sealed: bytes(sealed) }
  return envelope.iv.length === ivLength && envelope.sealed.length >= tagLength ? envelope : undefined
}

const decrypt = ({ wrappedKey, iv, sealed }: Envelope, privateKey: KeyObject): string => {
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const key = privateDecrypt({ key: privateKey, padding, oaepHash: 'sha256' }, wrappedKey)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength })
  decipher.setAuthTag(sealed.subarray(-tagLength))
  const clear = Buffer.concat([decipher.update(sealed.subarray(0, -tagLength)), decipher.final()])
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(clear)
}

/**
 * Decrypts an envelope: RSA-OAEP with SHA-256 around an AES-256-GCM key.
 * @param privateKeyOf returns the private key of an id, or undefined for an unknown id
 * @returns the text, or undefined if it was not encrypted for this server
 */
const decryptEnvelope = async (
  sent: string,
  privateKeyOf: (keyId: string) => Promise<KeyObject | undefined>,
): Promise<string | undefined> => {
  const envelope = parseEnvelope(sent)
  const privateKey = envelope && (await privateKeyOf(envelope.keyId))
  if (!privateKey) return undefined
  try {
    return decrypt(envelope, privateKey)
  } catch {
    // The sender cannot distinguish a wrong key, a changed byte and invalid text.
    return undefined
  }
}

/** Parts of an encrypted password that make it valid only once. */
interface Nonce {
  readonly nonce: string
  /** Server time from GET /sys/login/key, in milliseconds since 1970. */
  readonly issuedAt: number
}

/**
 * Maximum seconds by which a nonce may lie in the future. The database may have moved to a machine whose clock is
 * behind.
 */
const aheadSeconds = 60

/**
 * Uses up nonces that are neither too old nor already used. They stay used even if the call is rejected. Goes by the
 * database's clock, which all processes share.
 * @param db the pool itself, outside any transaction
 * @returns the nonces that were still unused
 */
const spendNonces = async (db: Kysely<Database>, nonces: readonly Nonce[]): Promise<string[]> => {
  const sent = [nonces.map(({ nonce }) => nonce), nonces.map(({ issuedAt }) => issuedAt)]
  const { rows } = await sql<{ nonce: string }>`
    select nonce from spend_password_nonces(${sent[0]}::text[], ${sent[1]}::float8[],
      make_interval(secs => ${passwordLifeSeconds}), make_interval(secs => ${aheadSeconds})) as nonce`.execute(
    db,
  )
  return rows.map(({ nonce }) => nonce)
}

/** An encrypted password from a request, and its required purpose. */
interface SentPassword {
  readonly sent: string
  readonly purpose: PasswordPurpose
  /** User name of the password's owner, if it differs from that of the other passwords. */
  readonly name?: string
}

interface OpenPassword extends Nonce {
  readonly password: string
}

const Contents: z.ZodMiniType<PasswordContents> = z.object({
  password: z.string(),
  purpose: z.enum(passwordPurposes),
  name: z.string(),
  issuedAt: z.int().check(z.nonnegative()),
  nonce: z.string().check(z.regex(/^[\w-]{22,64}$/)),
})

const contentsOf = (text: string): PasswordContents | undefined => {
  try {
    return Contents.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Decrypts an envelope and checks its purpose and name. */
const open = async (
  services: Services,
  { sent, purpose, name = '' }: SentPassword,
): Promise<OpenPassword | undefined> => {
  const text = await decryptEnvelope(sent, (keyId) => privateKeyOf(services, keyId))
  const contents = text === undefined ? undefined : contentsOf(text)
  if (!contents || contents.purpose !== purpose) return undefined
  if (userNameKey(contents.name) !== userNameKey(name)) return undefined
  const { password, nonce, issuedAt } = contents
  return { password, nonce, issuedAt }
}

/**
 * Decrypts the passwords of a request and uses them up: each is accepted once, on any process, within five minutes,
 * for its purpose and name. This costs more than counting an attempt, so use up the limits first. The rejection and
 * its timing are the same for all reasons and reveal nothing about the password or account.
 * @param name user name of the passwords' owner; for a signed-in user, the name from the session
 * @param passwords the encrypted passwords by field name
 * @returns the decrypted passwords by field name
 * @throws Rejection 422 on every field that is invalid, expired or already used
 */
export const decryptPasswords = async <Field extends string>(
  services: Services,
  name: string,
  passwords: Readonly<Record<Field, SentPassword>>,
): Promise<Record<Field, string>> => {
  const fields = Object.keys(passwords) as Field[]
  const opened = await Promise.all(fields.map((field) => open(services, { name, ...passwords[field] })))
  reject(fields.filter((_, index) => opened[index] === undefined))
  const all = opened.filter((password) => password !== undefined)
  const fresh = new Set(await spendNonces(services.db, all))
  // If two fields share a nonce, the second one finds it used.
  reject(fields.filter((_, index) => !fresh.delete(all[index]?.nonce ?? '')))
  return Object.fromEntries(fields.map((field, index) => [field, all[index]?.password])) as Record<
    Field,
    string
  >
}

const reject = (fields: readonly string[]): void =>
  rejectFields(fields.map((field) => fieldIssue(field, 'rule.encryptedPassword')))
