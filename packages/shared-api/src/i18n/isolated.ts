/** Right-to-left letters, and characters that change the direction of text. */
const turning =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Characters that begin and end an isolation. */
const isolates = /[\u2066-\u2069]/g
const end = '\u2069'

/** Whether the isolation characters of a text are balanced. */
function isWhole(text: string): boolean {
  let depth = 0
  for (const [mark] of text.matchAll(isolates)) {
    depth += mark === end ? -1 : 1
    if (depth < 0) return false
  }
  return depth === 0
}

/**
 * Isolates a value within a sentence. Right-to-left text, or characters that reverse the text after them, then affect
 * only the value itself.
 */
export function bidiIsolated(value: string): string {
  if (!turning.test(value)) return value
  return `\u2068${isWhole(value) ? value : value.replace(isolates, '')}${end}`
}
