import type { Header } from '@atrium/contract'

const mask = '***'

/**
 * Minimum length of secrets that are also hidden inside words, in characters. Shorter secrets are hidden only as
 * whole words.
 */
const minPartLength = 4

/** Separators within a value: between scheme and token, between cookies or parameters, or between user and password. */
const separators = /[\s;,:="']+/

/**
 * A character, plain or escaped for a URL, JSON, a script or HTML; `25`, backslashes and `amp;` repeat when escapes
 * are nested. Repetitions are bounded, so that matching stays fast for any text.
 */
const unit =
  /%(?:25){0,8}(?<url>[\da-f]{2})|\\{1,8}(?:u(?<json>[\da-f]{4})|u\{(?<script>[\da-f]{1,6})\}|x(?<short>[\da-f]{2}))|&(?:amp;){0,8}#(?:x0{0,8}(?<hex>[\da-f]{1,6})|0{0,8}(?<decimal>\d{1,7}));?|&(?:amp;){0,8}(?<name>amp|lt|gt|quot|apos);|\\{1,8}(?<escaped>[^\\])|(?<plain>[\s\S])/giu

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Unescaped, lower-case character of a text, and its position in the original. */
interface Unit {
  readonly character: string
  readonly start: number
  readonly end: number
}

function characterOf(groups: Record<string, string | undefined>): string {
  const { url, json, script, short, hex, decimal, name, escaped, plain } = groups
  if (name !== undefined) return named[name.toLowerCase()] ?? ''
  if (decimal !== undefined) return String.fromCharCode(Number(decimal))
  const code = url ?? json ?? script ?? short ?? hex
  return code === undefined ? (escaped ?? plain ?? '') : String.fromCharCode(Number.parseInt(code, 16))
}

/**
 * Returns exactly one code unit per character, so that positions match. A plus sign becomes a blank, because forms
 * encode blanks that way.
 */
const folded = (character: string): string => (character === '+' ? ' ' : character.toLowerCase()).slice(0, 1)

const unitsOf = (text: string): Unit[] =>
  [...text.matchAll(unit)].map(({ 0: whole, index, groups = {} }) => ({
    character: folded(characterOf(groups)),
    start: index,
    end: index + whole.length,
  }))

const foldedText = (units: readonly Unit[]): string => units.map(({ character }) => character).join('')

/** Decodes base64 or base64url; returns '' if the result is not printable text. */
function decoded(text: string): string {
  if (!/^[\w+/-]{4,}={0,2}$/.test(text)) return ''
  const plain = Buffer.from(text, 'base64').toString('utf8')
  return /^[\x20-\x7e]+$/.test(plain) ? plain : ''
}

const inBase64 = (text: string): string[] =>
  (['base64', 'base64url'] as const).map((form) => Buffer.from(text).toString(form).replace(/=+$/, ''))

/** Returns a value, its parts and their decoded forms. The parts of a JWT are separated by dots. */
function secretsOf({ value }: Header): string[] {
  const plain = [value, ...value.split(/\s+/), ...value.split(separators)]
  const texts = [...plain, ...[...plain, ...value.split(/[\s.]+/)].map(decoded)]
  return [...texts, ...texts.flatMap((text) => [...text.split(separators), ...inBase64(text)])]
}

/** Returns whether a text contains a letter or digit. */
const isWordCharacter = (text = ''): boolean => /[\p{L}\p{N}]/u.test(text)

/** Finds the occurrences of a secret in a text; both must be unescaped. */
function* placesOf(text: string, secret: string): Generator<{ first: number; last: number }> {
  for (let first = text.indexOf(secret); first >= 0; first = text.indexOf(secret, first + 1)) {
    const last = first + secret.length - 1
    const standsAlone = !isWordCharacter(text[first - 1]) && !isWordCharacter(text[last + 1])
    if (secret.length >= minPartLength || standsAlone) yield { first, last }
  }
}

/**
 * Hides the values of request headers in a text, whole and in parts. It recognises them with or without scheme,
 * encoded in or decoded from base64, and escaped for JSON, URLs or HTML.
 */
export function hideSecrets(text: string, headers: readonly Header[]): string {
  const units = unitsOf(text)
  const plain = foldedText(units)
  const hidden = new Set<number>()
  const secrets = new Set(headers.flatMap(secretsOf).map((secret) => foldedText(unitsOf(secret)).trim()))
  for (const secret of [...secrets].filter((text) => isWordCharacter(text)))
    for (const { first, last } of placesOf(plain, secret))
      for (let index = first; index <= last; index += 1) hidden.add(index)
  return units
    .map(({ start, end }, index) => {
      if (!hidden.has(index)) return text.slice(start, end)
      return hidden.has(index - 1) ? '' : mask
    })
    .join('')
}
