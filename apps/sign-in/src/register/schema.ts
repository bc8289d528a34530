import { NewPassword, NewRegistration, requiredText } from '@atrium/contract'
import { typed } from '@atrium/ui-kit/sign-in'
import * as z from 'zod/mini'

const position = { positionId: requiredText(64) }

/** What somebody who has an account fills in. */
export const JoinForm = z.object(position)

/** What somebody new fills in. */
export const RegisterForm = z.extend(NewRegistration, { password: NewPassword, ...position })

/** The fields of a form; one that it did not ask for is ''. */
export const fieldsOf = (values: Readonly<Record<string, unknown>>) => ({
  name: typed(values.name).trim(),
  username: typed(values.username).trim(),
  password: typed(values.password),
  phone: typed(values.phone).trim(),
  positionId: typed(values.positionId),
})
export type RegisterFields = ReturnType<typeof fieldsOf>
