import { type Registration, register } from '@atrium/contract'
import { encryptPasswords, lastSignIn, send } from '@atrium/shared-api'
import type { RegisterFields } from './schema.ts'

const options = { overlay: false, quiet: true }

/** Accepts an invitation, and notes who will sign in next. */
export async function accept({ key, isUser, username }: Registration, fields: RegisterFields): Promise<void> {
  const { positionId } = fields
  if (isUser) {
    await send(register, { key, positionId }, options)
    lastSignIn.keep('password', username)
    return
  }
  const [password] = await encryptPasswords({
    ...{ purpose: 'registration', name: fields.username },
    password: fields.password,
  })
  await send(register, { ...fields, key, password }, options)
  lastSignIn.keep('password', fields.username)
}
