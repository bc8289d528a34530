import type { FormInstance } from '@arco-design/web-react'

const ids = new WeakMap<FormInstance, string>()

/** Notes under which id a form stands in the page. */
export const noteForm = (form: FormInstance, id: string): void => void ids.set(form, id)

/** What of a field takes the focus; that of a group of radio buttons is the chosen one. */
const focusable = [
  'input:checked',
  'input:not([disabled], [type="radio"])',
  'textarea:not([disabled])',
  '[role="combobox"]:not([aria-disabled="true"])',
  'button:not([disabled])',
  'input:not([disabled])',
]

/** Puts the focus on the first field of a form, in the order of the page, at which an error is said, once that is drawn. */
export function focusFirstError(form: FormInstance): void {
  requestAnimationFrame(() => {
    const field = document.getElementById(ids.get(form) ?? '')?.querySelector('.arco-form-item-error')
    const [control] = focusable.flatMap((selector) => field?.querySelector<HTMLElement>(selector) ?? [])
    control?.focus()
  })
}
