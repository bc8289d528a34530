/** What of a control takes the focus; that of a group of radio buttons is the chosen one. */
const focusable =
  'input:checked, input:not([disabled], [type="radio"]), textarea:not([disabled]), button:not([disabled]), input:not([disabled]), [tabindex="0"]'

const isBefore = (one: Node, other: Node): boolean =>
  Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)

/**
 * Puts the focus into the first of some fields, in the order of the page.
 * @param form the id of the form
 */
export function focusFirst(form: string, fields: readonly string[]): void {
  const found = fields.flatMap((field) => document.getElementById(`${form}-${field}_input`) ?? [])
  const [first] = found.sort((one, other) => (isBefore(one, other) ? -1 : 1))
  const control = first?.matches(focusable) ? first : first?.querySelector<HTMLElement>(focusable)
  control?.focus()
}
