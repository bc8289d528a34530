/** Patterns for parts of a message that vary by chance or must not be stored, with their placeholders. */
const values: readonly [RegExp, string][] = [
  // Removes query and fragment of URLs.
  [/(\b[a-z][a-z\d+.-]{0,20}:\/\/[^\s?#'"()]+)[?#][^\s'"()]*/gi, '$1'],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '…'],
  [/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, '…'],
  [/\d{5,}/g, '…'],
  // Limits stacked combining marks, and removes control and bidirectional characters.
  [/(\p{M}{2})\p{M}+/gu, '$1'],
  [/[\p{Cc}\p{Cf}\s]+/gu, ' '],
]

/** Returns the text of a failure as it is stored: without queries and values, and identical for equal failures. */
export const normalised = (detail: string): string =>
  values.reduce((text, [pattern, instead]) => text.replace(pattern, instead), detail.toWellFormed()).trim()

/**
 * Prefixes that the page itself creates: a faulty response, the kind of error, or a directive of the content security
 * policy.
 */
const ownWords =
  /^(?:(?:slow|changed|blocked): )?(?:(?:Abort|Aggregate|ChunkLoad|Eval|Network|Range|Reference|RemoteLoad|Security|Syntax|Timeout|Type|URI)?Error|(?:child|connect|default|font|frame|img|manifest|media|object|script|style|worker)-src(?:-attr|-elem)?)(?=: |$)/

/**
 * Returns the suite's own prefix of a failure's text. Nothing else is stored of reports from visitors who are not
 * signed in.
 */
export const kindOnly = (detail: string): string => ownWords.exec(detail)?.[0] ?? ''
