const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for an element or a double-quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)

/** Serializes JSON for a script element, so that no text in it can close the element. */
export const embedJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
