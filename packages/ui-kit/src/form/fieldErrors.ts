import type { FormInstance } from '@arco-design/web-react'
import type { FieldError } from '@atrium/contract'
import { pageScope } from '@atrium/shared-api'

const ids = new WeakMap<FormInstance, string>()

/** Registers the element id of a form. */
export const registerForm = (form: FormInstance, id: string): void => void ids.set(form, id)

/** The focusable part of a field; in a group of radio buttons the chosen one. */
const focusable = [
  'input:checked',
  'input:not([disabled], [type="radio"])',
  'textarea:not([disabled])',
  '[role="combobox"]:not([aria-disabled="true"])',
  'button:not([disabled])',
  'input:not([disabled])',
]

/** How many frames an error may take until it is drawn. */
const maxFrames = 60

/** Puts the focus on the first field of a form, in the order of the page, at which an error is said, once that is drawn. */
export function focusFirstError(form: FormInstance, frames = maxFrames): void {
  requestAnimationFrame(() => {
    const field = pageScope()
      .getElementById(ids.get(form) ?? '')
      ?.querySelector('.arco-form-item-error')
    // A busy browser draws it later than the next frame.
    if (!field && frames > 1) return focusFirstError(form, frames - 1)
    const [control] = focusable.flatMap((selector) => field?.querySelector<HTMLElement>(selector) ?? [])
    control?.focus()
  })
}

/** Messages as a notice shows them: each on a line of its own. */
export const linesOf = (errors: readonly FieldError[]): string =>
  errors.map(({ message }) => message).join('\n')

/**
 * Says at its fields what the server has against them, and puts the focus on the first.
 * @returns what it has against what the form does not have; '' for nothing
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
