/** A tree of texts, as a JSON file of texts holds it. */
export interface Texts {
  readonly [key: string]: string | Texts
}

/** Every text of a tree with its full key, e.g. `['rule.required', 'Please enter …']`. */
export const entriesOf = (texts: Texts, prefix = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : entriesOf(value, `${prefix}${key}.`),
  )

/** The key without its plural ending: the languages differ in how many plural forms they have. */
export const withoutPlural = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '')

/** The placeholders of a text, e.g. `{{field}}`, sorted. */
export const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name ?? '').sort()
