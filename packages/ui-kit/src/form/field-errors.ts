import type { FormInstance } from '@arco-design/web-react'
import type { FieldError } from '@atrium/contract'
import { pageScope } from '@atrium/shared-api'

const ids = new WeakMap<FormInstance, string>()

/** Registers the element id of a form. */
export const registerForm = (form: FormInstance, id: string): void => void ids.set(form, id)

/** Selectors of a field's focusable part, in order of preference; in a radio group, the checked button comes first. */
const focusable = [
  'input:checked',
  'input:not([disabled], [type="radio"])',
  'textarea:not([disabled])',
  '[role="combobox"]:not([aria-disabled="true"])',
  'button:not([disabled])',
  'input:not([disabled])',
]

/** Maximum number of frames to wait until an error is rendered. */
const maxFrames = 60

/** Focuses the first field on the page that shows an error, once the error is rendered. */
export function focusFirstError(form: FormInstance, frames = maxFrames): void {
  requestAnimationFrame(() => {
    const field = pageScope()
      .getElementById(ids.get(form) ?? '')
      ?.querySelector('.arco-form-item-error')
    // A busy browser renders the error later than the next frame.
    if (!field && frames > 1) return focusFirstError(form, frames - 1)
    const [control] = focusable.flatMap((selector) => field?.querySelector<HTMLElement>(selector) ?? [])
    control?.focus()
  })
}

/** Joins messages for a notice, one per line. */
export const linesOf = (errors: readonly FieldError[]): string =>
  errors.map(({ message }) => message).join('\n')

/**
 * Shows the server's errors at their fields, and focuses the first of those fields.
 * @returns the errors about fields that the form does not have, one per line; '' if there are none
 */
export function showFieldErrors(form: FormInstance, errors: readonly FieldError[]): string {
  const values = form.getFieldsValue()
  const here = errors.filter(({ field }) => field in values)
  form.setFields(
    Object.fromEntries(
      here.map(({ field, message }) => [field, { value: values[field], error: { message } }]),
    ),
  )
  if (here[0]) {
    form.scrollToField(here[0].field)
    focusFirstError(form)
  }
  return linesOf(errors.filter(({ field }) => !(field in values)))
}
