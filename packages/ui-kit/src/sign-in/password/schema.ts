import { requiredText, textKey } from '@atrium/contract'
import * as z from 'zod/mini'
import { typed } from '../typed.ts'

/** A password as typed: not blank, and kept as it is. */
const typedPassword = z
  .string(textKey('rule.required'))
  .check(z.refine((value) => value.trim() !== '', textKey('rule.required')))

const fields = { userName: requiredText(64), password: typedPassword }

/** What the form asks for before it sends anything. */
export const PasswordFields = z.object(fields)
export const PasswordFieldsWithCaptcha = z.object({ ...fields, captcha: requiredText(8) })

/** The fields of a form that its schema has let pass; one that it did not ask for is ''. */
export const fieldsOf = (values: Readonly<Record<string, unknown>>) => ({
  userName: typed(values.userName).trim(),
  password: typed(values.password),
  captcha: typed(values.captcha).trim(),
})
