import { type PasswordContents, type PasswordPurpose, passwordPurposes } from '@atrium/contract'
import * as z from 'zod/mini'
import { fieldIssue, refuseFields } from '../../../http/refusal.ts'
import type { Services } from '../../../http/work.ts'
import { userNameKey } from '../user-name.ts'
import { openEnvelope } from './envelope.ts'
import { privateKeyOf } from './login-key.ts'
import { type Nonce, spendNonces } from './nonces.ts'

/** A password as a request has it, and what it must have been encrypted for. */
interface SentPassword {
  readonly sent: string
  readonly purpose: PasswordPurpose
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

/** What is in an envelope that was made for this purpose and name. */
const open = async (
  services: Services,
  name: string,
  { sent, purpose }: SentPassword,
): Promise<OpenPassword | undefined> => {
  const text = await openEnvelope(sent, (keyId) => privateKeyOf(services, keyId))
  const contents = text === undefined ? undefined : contentsOf(text)
  if (!contents || contents.purpose !== purpose) return undefined
  if (userNameKey(contents.name) !== userNameKey(name)) return undefined
  const { password, nonce, issuedAt } = contents
  return { password, nonce, issuedAt }
}

/**
 * Opens the encrypted passwords of a request and uses them up: each is accepted once, on whichever process, within
 * five minutes, for its purpose and name. It costs more than counting an attempt, so that limits are spent before it;
 * the refusal, which is one for all reasons, says nothing of password or account, nor does its time.
 *
 * @param name the user name of whose passwords they are: of a session's user, as the server knows them
 * @param passwords by their names on the wire
 * @returns the passwords in the clear, by the same names
 * @throws Refusal 422 on every field that is not good, or no more
 */
export const openPasswords = async <Field extends string>(
  services: Services,
  name: string,
  passwords: Readonly<Record<Field, SentPassword>>,
): Promise<Record<Field, string>> => {
  const fields = Object.keys(passwords) as Field[]
  const opened = await Promise.all(fields.map((field) => open(services, name, passwords[field])))
  refuse(fields.filter((_, index) => opened[index] === undefined))
  const all = opened.filter((password) => password !== undefined)
  const fresh = new Set(await spendNonces(services.db, all))
  // Of two fields with one nonce, the second finds it used.
  refuse(fields.filter((_, index) => !fresh.delete(all[index]?.nonce ?? '')))
  return Object.fromEntries(fields.map((field, index) => [field, all[index]?.password])) as Record<
    Field,
    string
  >
}

const refuse = (fields: readonly string[]): void =>
  refuseFields(fields.map((field) => fieldIssue(field, 'rule.encryptedPassword')))
