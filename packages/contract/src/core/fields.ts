import * as z from 'zod/mini'
import { languages } from './language.ts'
import { type TextKey, textKey } from './texts.ts'
import { isTimeZone } from './zone.ts'

/*
 * Building blocks of requests. Each check carries the key of its message (texts/*.json, `rule.…`), so that server and
 * form show the same one.
 */

/** Whether PostgreSQL stores a text: it stores neither NUL nor half of a surrogate pair. */
export const isStorable = (value: string): boolean => !value.includes('\0') && value.isWellFormed()

const storable = z.refine<string>(isStorable, textKey('rule.text'))

/** Text that may be empty; leading and trailing spaces are trimmed. For updates, where omitted fields stay unchanged. */
export const anyText = (maxLength = 200) =>
  z.string(textKey('rule.text')).check(storable, z.trim(), z.maxLength(maxLength, textKey('rule.tooLong')))

/** Optional text. A missing value becomes ''. */
export const text = (maxLength = 200) =>
  z._default(
    z.pipe(
      z.transform((value: string | null | undefined) => value ?? ''),
      anyText(maxLength),
    ),
    '',
  )

/** Removes invisible characters, because names with and without them look alike (UTS 39, Default_Ignorable_Code_Point). */
export const withoutInvisible = (value: string): string =>
  value.replace(/\p{Default_Ignorable_Code_Point}/gu, '')

/** Whether a text is empty or contains a visible character. */
const isSeen = (value: string): boolean => value === '' || /[^\s\p{Cc}\p{Cf}]/u.test(withoutInvisible(value))

const notBlank = (maxLength: number, blank: TextKey) =>
  [
    z.trim(),
    z.minLength(1, blank),
    z.refine<string>(isSeen, blank),
    z.maxLength(maxLength, textKey('rule.tooLong')),
  ] as const

/**
 * Text that must not be blank.
 * @param blank key of the message for blank text
 */
export const requiredText = (maxLength = 200, blank: TextKey = textKey('rule.required')) =>
  z.string(blank).check(storable, ...notBlank(maxLength, blank))

/** A name or code that people read. Invisible characters are removed. */
export const requiredName = (maxLength = 200) =>
  z
    .string(textKey('rule.required'))
    .check(storable, z.overwrite(withoutInvisible), ...notBlank(maxLength, textKey('rule.required')))

/** On-screen keyboard for a field that needs a special one. */
export type InputMode = 'email' | 'tel' | 'numeric'

/** Input modes of the fields that have one. */
export const inputModes = z.registry<{ readonly inputMode: InputMode }>()

/** Id of the record that a call is about. */
export const id = requiredText(64)

/** Id of another record, which the user selects instead of typing. */
export const reference = requiredText(64, textKey('rule.choose'))

/** An id that may be omitted or empty: '' means none. */
export const optionalId = text(64)

/** Id of an item in a linked product. The user selects it and the product checks it. */
export const productId = requiredText(64, textKey('rule.choose'))

/** Id of an item in a linked product that may be omitted or empty. */
export const optionalProductId = text(64)

/** PostgreSQL has no year 0. */
const isDay = (value: string): boolean => value >= '0001' && z.iso.date().safeParse(value).success

const dayOrNone = z.refine<string>((value) => value === '' || isDay(value), textKey('rule.date'))

/** A day as yyyy-MM-dd that may be omitted: '' means none. */
export const optionalDate = text(10).check(dayOrNone)

/** A day as yyyy-MM-dd, or ''. For edits, in which an omitted field stays unchanged. */
export const changedDate = z.optional(anyText(10).check(dayOrNone))

/** An IANA time zone that may be omitted: '' means the deployment's zone. */
export const optionalTimeZone = text(64).check(
  z.refine((value) => value === '' || isTimeZone(value), textKey('rule.timeZone')),
)

const withoutLeadingZeros = /^(0|[1-9]\d*)$/

/** A number, sent as a number or as digits; NaN for anything else. */
const numberSent = (blank: TextKey, pattern = withoutLeadingZeros) =>
  z.pipe(
    z
      .union([z.string(), z.number()], blank)
      .check(z.refine((value) => String(value).trim() !== '', { error: blank, abort: true })),
    z.transform((value: string | number) =>
      pattern.test(String(value).trim()) ? Number(value) : Number.NaN,
    ),
  )

/** Maximum of a sort order and of any other positive whole number. */
export const largestSort = 999_999_999

/** A positive whole number without leading zeros, sent as a number or as its digits. */
export const positiveInteger = z.pipe(
  numberSent(textKey('rule.required')),
  z
    .number(textKey('rule.positiveInteger'))
    .check(z.minimum(1, textKey('rule.positiveInteger')), z.maximum(largestSort, textKey('rule.tooLarge'))),
)

/** Sort order of a record. */
export const sort = positiveInteger

/**
 * A whole number of at least 0, sent as a number or as digits.
 * @param rule message for anything else
 */
export const wholeNumber = (max: number, rule: TextKey = textKey('rule.digits')) =>
  z.pipe(
    numberSent(textKey('rule.required'), /^\d+$/),
    z.number(rule).check(z.minimum(0, rule), z.maximum(max, textKey('rule.tooLarge'))),
  )

/**
 * A whole number within limits, sent as a number or as digits.
 * @param rule message for anything else
 */
export const wholeNumberWithin = (min: number, max: number, rule: TextKey) =>
  z.pipe(
    numberSent(textKey('rule.required'), /^\d+$/),
    z.number(rule).check(z.minimum(min, rule), z.maximum(max, rule)),
  )

/** Digits only; may be empty. */
export const digits = (maxLength: number) =>
  text(maxLength)
    .check(z.refine((value) => /^\d*$/.test(value), textKey('rule.digits')))
    .register(inputModes, { inputMode: 'numeric' })

/** Maximum record version that the database can store. */
const largestVersion = 2_147_483_647

const versionFrom = (min: number) =>
  z.optional(
    z.coerce
      .number(textKey('rule.integer'))
      .check(
        z.int(textKey('rule.integer')),
        z.minimum(min, textKey('rule.integer')),
        z.maximum(largestVersion, textKey('rule.integer')),
      ),
  )

/** The version of the record that the caller read; without it the last write wins. */
export const rowVersion = versionFrom(1)

/** Version of a record that may not have been saved yet: 0 if the caller has not read one. */
export const versionOrNone = versionFrom(0)

/** A request without fields. */
export const noFields = z.object({})

/** A response without data. */
export const noData = z.null()

/** One of the suite's languages. */
export const language = z.enum(languages)

/** One of a few whole numbers, sent as a number or as its digits. */
export const oneOf = (...values: readonly number[]) =>
  z.pipe(
    numberSent(textKey('rule.choose')),
    z
      .number(textKey('rule.choice'))
      .check(z.refine((value) => values.includes(value), textKey('rule.choice'))),
  )

/** Status of a role or a menu. */
export const openStatus = { open: 0, closed: 1 } as const

/** Status of a role or a menu, open by default. */
export const openOrClosed = z._default(oneOf(openStatus.open, openStatus.closed), openStatus.open)
