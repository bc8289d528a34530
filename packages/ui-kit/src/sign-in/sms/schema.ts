import { oneTimeCode, phone, requiredText } from '@atrium/contract'
import * as z from 'zod/mini'
import { typed } from '../typed.ts'

const fields = { phone, phoneCaptcha: oneTimeCode }

/** What the form asks for before it sends anything. */
export const SmsFields = z.object(fields)
export const SmsFieldsWithCaptcha = z.object({ ...fields, captcha: requiredText(8) })

/** The fields of a form; one that it did not ask for is ''. */
export const fieldsOf = (values: Readonly<Record<string, unknown>>) => ({
  phone: typed(values.phone).trim(),
  phoneCaptcha: typed(values.phoneCaptcha).trim(),
  captcha: typed(values.captcha).trim(),
})
