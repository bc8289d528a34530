/** Returns a form's value as text; '' for a field that the form did not have. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')
