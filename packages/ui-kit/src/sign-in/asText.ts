/** A form's value as text; '' for a field that was not asked for. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')
