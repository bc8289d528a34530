/** As long as a detail may be. */
const longest = 500

/** What a message of a browser or of code holds of values, and what stands for each. */
const values: readonly [RegExp, string][] = [
  // Addresses keep where they lead, and lose what they ask for there.
  [/(https?:\/\/[^\s?#'"()]+)[?#][^\s'"()]*/g, '$1'],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '…'],
  // A name of the code's own says what is wrong; anything else in quotes may be somebody's.
  [/(["'`“‘])((?!https?:)(?![\w$./@-]{1,60}["'`”’])[^"'`”’]*)(["'`”’])/g, '$1…$3'],
  [/\d{5,}/g, '…'],
]

/** Where in a release's file an error arose, as `name.js:1:234`, if its stack tells. */
function placeIn(stack: string | undefined): string | undefined {
  return /\/([\w.-]+\.js:\d+:\d+)/.exec(stack ?? '')?.[1]
}

/** What may be told of an error: its kind, its message without values and addresses' queries, and its place in the code. */
export function detailOf(error: unknown): string {
  const { name = '', message = String(error), stack } = error instanceof Error ? error : {}
  const plain = values.reduce((text, [pattern, instead]) => text.replace(pattern, instead), message)
  const place = placeIn(stack)
  return [name && `${name}: `, plain.slice(0, longest - 120), place && ` (${place})`]
    .filter(Boolean)
    .join('')
    .slice(0, longest)
}
