/** What XML 1.0 cannot hold, not even escaped. */
const unstorable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/**
 * How a formula begins, in letters of the full width too. A cell of text is none by itself, but becomes one when
 * somebody saves the sheet as CSV and opens that again; the tab and the line breaks would bring the next
 * character to the front there.
 */
const formula = /^[=+\-@\t\n\r＝＋－＠]/

/** How a spreadsheet writes characters that XML cannot hold: text that looks so would be read as one of them. */
const escapeLike = /_(?=x[0-9A-Fa-f]{4}_)/g

const markup = /[&<>\r]/g
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** Whether a text needs any of this: few do, and a million users have many texts. */
const special = /^[=+\-@\t\n\r＝＋－＠]|[^\t\n\u{20}-%'-;=?-\u{d7ff}\u{e000}-\u{fffd}]|_x[0-9A-Fa-f]{4}_/u

/** A text that no spreadsheet takes for a formula: an apostrophe makes it text, as if typed there. */
export const defused = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** A text as it stands in a cell's XML: what cannot stand there is dropped, and no formula begins in it. */
export function cellText(text: string): string {
  if (!special.test(text)) return text
  return defused(text.replace(unstorable, ''))
    .replace(escapeLike, '_x005F_')
    .replace(markup, (character) => entities[character] ?? '')
}
