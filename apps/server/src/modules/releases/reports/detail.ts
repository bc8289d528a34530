/** As long as a detail may be. */
const longest = 500

/** What tells one failure from another only by chance, or is nobody's to keep, and what stands for it. */
const values: readonly [RegExp, string][] = [
  // Addresses lose what they ask for.
  [/([a-z][a-z\d+.-]*:\/\/[^\s?#'"()]+)[?#][^\s'"()]*/gi, '$1'],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '…'],
  [/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, '…'],
  [/\d{5,}/g, '…'],
  [/[\p{Cc}\p{Cf}\s]+/gu, ' '],
]

/** What a browser said of a failure, as it is kept: without queries and values, alike for alike failures. */
export const normalised = (detail: string): string =>
  values
    .reduce((text, [pattern, instead]) => text.replace(pattern, instead), detail.toWellFormed())
    .trim()
    .slice(0, longest)
