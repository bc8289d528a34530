import { fieldIssue, refuseFields } from '../../../http/refusal.ts'
import type { Services } from '../../../http/services.ts'
import { openPassword } from '../passwords/envelope.ts'
import { privateKeyOf } from '../passwords/login-key.ts'

/**
 * Opens the encrypted passwords of a request.
 * @param sent the fields by their wire names
 * @returns the passwords in the clear, by the same names
 * @throws Refusal 422 on every field that is not encrypted for this server
 */
export const openFields = async <Field extends string>(
  services: Services,
  sent: Readonly<Record<Field, string>>,
): Promise<Record<Field, string>> => {
  const fields = Object.keys(sent) as Field[]
  const opened = await Promise.all(
    fields.map((field) => openPassword(sent[field], (keyId) => privateKeyOf(services, keyId))),
  )
  const closed = fields.filter((_, index) => opened[index] === undefined)
  refuseFields(closed.map((field) => fieldIssue(field, 'rule.encryptedPassword')))
  return Object.fromEntries(fields.map((field, index) => [field, opened[index]])) as Record<Field, string>
}
