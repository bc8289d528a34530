import type { FormInstance } from '@arco-design/web-react'

const ids = new WeakMap<FormInstance, string>()

/** Notes under which id a form stands in the page. */
export const registerForm = (form: FormInstance, id: string): void => void ids.set(form, id)

/** What of a field takes the focus; that of a group of radio buttons is the chosen one. */
const focusable = [
  'input:checked',
  'input:not([disabled], [type="radio"])',
  'textarea:not([disabled])',
  '[role="combobox"]:not([aria-disabled="true"])',
  'button:not([disabled])',
  'input:not([disabled])',
]

/** How many frames an error may take until it is drawn. */
const mostFrames = 60

/** Puts the focus on the first field of a form, in the order of the page, at which an error is said, once that is drawn. */
export function focusFirstError(form: FormInstance, frames = mostFrames): void {
  requestAnimationFrame(() => {
    const field = document.getElementById(ids.get(form) ?? '')?.querySelector('.arco-form-item-error')
    // A busy browser draws it later than the next frame.
    if (!field && frames > 1) return focusFirstError(form, frames - 1)
    const [control] = focusable.flatMap((selector) => field?.querySelector<HTMLElement>(selector) ?? [])
    control?.focus()
  })
}
