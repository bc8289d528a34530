/** Maximum length of a detail, in characters. */
const maxLength = 500

/** Parts of an error message that may be personal, with their replacements. */
const values: readonly [RegExp, string][] = [
  // Keeps the path of an address and drops its query.
  [/(https?:\/\/[^\s?#'"()]+)[?#][^\s'"()]*/g, '$1'],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '…'],
  // Keeps a quoted identifier of the code and drops any other quoted text, which may be personal.
  [/(["'`“‘])((?!https?:)(?![\w$./@-]{1,60}["'`”’])[^"'`”’]*)(["'`”’])/g, '$1…$3'],
  [/\d{5,}/g, '…'],
]

/** Returns the position of an error in a release's file, such as `name.js:1:234`, if the stack contains one. */
function positionIn(stack: string | undefined): string | undefined {
  return /\/([\w.-]+\.js:\d+:\d+)/.exec(stack ?? '')?.[1]
}

/**
 * Returns a description of an error without personal data: its kind, the message without values and queries, and the
 * position in the code.
 */
export function detailOf(error: unknown): string {
  const { name = '', message = String(error), stack } = error instanceof Error ? error : {}
  const plain = values.reduce((text, [pattern, instead]) => text.replace(pattern, instead), message)
  const position = positionIn(stack)
  return [name && `${name}: `, plain.slice(0, maxLength - 120), position && ` (${position})`]
    .filter(Boolean)
    .join('')
    .slice(0, maxLength)
}
