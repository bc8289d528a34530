import type { FormInstance } from '@arco-design/web-react'
import type { FieldError } from '@atrium/contract'

/**
 * Shows the server's messages at the fields of a form, and brings the first of them into view.
 * @returns what is said of fields that the form does not have, '' where there is nothing
 */
export function refuseFields(form: FormInstance, errors: readonly FieldError[]): string {
  const values = form.getFieldsValue()
  const here = errors.filter(({ field }) => field in values)
  form.setFields(
    Object.fromEntries(
      here.map(({ field, message }) => [field, { value: values[field], error: { message } }]),
    ),
  )
  if (here[0]) form.scrollToField(here[0].field)
  const elsewhere = errors.filter(({ field }) => !(field in values))
  return elsewhere.map(({ message }) => message).join(' ')
}
