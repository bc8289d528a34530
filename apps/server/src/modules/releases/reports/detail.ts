/** Parts of a message that differ by chance or must not be kept, with their placeholders. */
const values: readonly [RegExp, string][] = [
  // Addresses lose what they ask for.
  [/(\b[a-z][a-z\d+.-]{0,20}:\/\/[^\s?#'"()]+)[?#][^\s'"()]*/gi, '$1'],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '…'],
  [/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, '…'],
  [/\d{5,}/g, '…'],
  // Nothing grows out of its line, or turns it round.
  [/(\p{M}{2})\p{M}+/gu, '$1'],
  [/[\p{Cc}\p{Cf}\s]+/gu, ' '],
]

/** Returns the stored text of a failure: without queries and values, the same for equal failures. */
export const normalised = (detail: string): string =>
  values.reduce((text, [pattern, instead]) => text.replace(pattern, instead), detail.toWellFormed()).trim()

/** Prefixes from the page itself: a faulty response, the kind of error, or a policy's rejection. */
const ownWords =
  /^(?:(?:slow|changed|blocked): )?(?:(?:Abort|Aggregate|ChunkLoad|Eval|Network|Range|Reference|RemoteLoad|Security|Syntax|Timeout|Type|URI)?Error|(?:child|connect|default|font|frame|img|manifest|media|object|script|style|worker)-src(?:-attr|-elem)?)(?=: |$)/

/** The kind of a failure in words that are the suite's own: all that is kept of what somebody unknown sends. */
export const kindOnly = (detail: string): string => ownWords.exec(detail)?.[0] ?? ''
