/** What tells one failure from another only by chance, or is nobody's to keep, and what stands for it. */
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

/** What a browser said of a failure, as it is kept: without queries and values, alike for alike failures. */
export const normalised = (detail: string): string =>
  values.reduce((text, [pattern, instead]) => text.replace(pattern, instead), detail.toWellFormed()).trim()

/** What the page itself says first: what was wrong with a response, the kind of error, or what a policy rejected. */
const ownWords =
  /^(?:(?:slow|changed|blocked): )?(?:(?:Abort|Aggregate|ChunkLoad|Eval|Network|Range|Reference|RemoteLoad|Security|Syntax|Timeout|Type|URI)?Error|(?:child|connect|default|font|frame|img|manifest|media|object|script|style|worker)-src(?:-attr|-elem)?)(?=: |$)/

/** The kind of a failure in words that are the suite's own: all that is kept of what somebody unknown sends. */
export const kindOnly = (detail: string): string => ownWords.exec(detail)?.[0] ?? ''
