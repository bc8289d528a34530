/** A tree of texts from a JSON file. */
export interface Texts {
  readonly [key: string]: string | Texts
}

/** Returns every text of a tree with its full key, e.g. `['rule.required', 'Please enter …']`. */
export const entriesOf = (texts: Texts, prefix = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : entriesOf(value, `${prefix}${key}.`),
  )

/** Returns the key without its plural ending, because languages differ in the number of plural forms. */
export const withoutPlural = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '')

/** Returns the sorted placeholders of a text, e.g. `{{field}}`. */
export const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name ?? '').sort()
