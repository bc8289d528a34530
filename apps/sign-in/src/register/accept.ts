import {
  NewPassword,
  NewRegistration,
  type Registration,
  reference,
  register,
  sendRegistrationCode,
} from '@atrium/contract'
import { encryptPasswords, lastSignIn, send } from '@atrium/shared-api'
import { asText, codeRule } from '@atrium/ui-kit/sign-in'
import * as z from 'zod/mini'

const position = { positionId: reference }

/** Schema for users with an account. */
export const JoinForm = z.object(position)

/** Schema for new users. */
export const RegisterForm = z.extend(NewRegistration, { password: NewPassword, ...position })

/** Returns a registration schema that also requires the code sent to the phone. */
export const provedForm = (phone: string) =>
  z.extend(RegisterForm, { phoneCode: codeRule('registration', phone) })

/** Returns the fields of a form. Missing fields are ''. */
export const fieldsOf = (values: Readonly<Record<string, unknown>>) => ({
  name: asText(values.name).trim(),
  username: asText(values.username).trim(),
  password: asText(values.password),
  phone: asText(values.phone).trim(),
  phoneCode: asText(values.phoneCode).trim(),
  positionId: asText(values.positionId),
})
type RegisterFields = ReturnType<typeof fieldsOf>

const options = { overlay: false, quiet: true }

/** Requests a code for the phone number in the registration form. */
export const askForCode = ({ key }: Registration, phone: string): Promise<null> =>
  send(sendRegistrationCode, { key, phone }, options)

/** Accepts an invitation, and remembers the user name for the next sign-in. */
export async function accept({ key, isUser, username }: Registration, fields: RegisterFields): Promise<void> {
  const { positionId } = fields
  if (isUser) {
    await send(register, { key, positionId }, options)
    lastSignIn.keep('password', username)
    return
  }
  const [password] = await encryptPasswords({
    purpose: 'registration',
    name: fields.username,
    password: fields.password,
  })
  await send(register, { ...fields, key, password }, options)
  lastSignIn.keep('password', fields.username)
}
