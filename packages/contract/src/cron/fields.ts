/** The least and the largest value of each field, in the order of an expression; week 1 is Sunday. */
export const cronRanges = {
  second: { min: 0, max: 59 },
  minute: { min: 0, max: 59 },
  hour: { min: 0, max: 23 },
  day: { min: 1, max: 31 },
  month: { min: 1, max: 12 },
  week: { min: 1, max: 7 },
  year: { min: 1970, max: 2099 },
} as const

export type CronFieldName = keyof typeof cronRanges

/** The fields in the order of an expression. */
export const cronFieldNames = Object.keys(cronRanges) as CronFieldName[]

/** The largest step of a field: one that leads past its last value from anywhere. */
export const maxStep = (name: CronFieldName): number => {
  const { min, max } = cronRanges[name]
  return Math.min(max, max - min + 1)
}

/** How many days before a month's last `L-n` goes back at most: to the first of a month of 31 days. */
export const maxDaysBefore = 30
/** The most often that a weekday comes in a month. */
export const maxWeeks = 5

/** Values of every field. */
export type PlainField =
  | { readonly kind: 'every' }
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  /** Every so many, from a value on. */
  | { readonly kind: 'step'; readonly from: number; readonly every: number }
  /** In ascending order, each once. */
  | { readonly kind: 'list'; readonly values: readonly number[] }

/** '?': the day is said by the other of day and week. */
interface NoValue {
  readonly kind: 'none'
}

export type DayField =
  | PlainField
  | NoValue
  /** Days before the month's last; 0 is the last day. */
  | { readonly kind: 'last'; readonly before: number }
  /** The day from Monday to Friday next to a day, within its month. */
  | { readonly kind: 'nearestWeekday'; readonly day: number }
  /** The month's last day from Monday to Friday. */
  | { readonly kind: 'lastWeekday' }

export type WeekField =
  | PlainField
  | NoValue
  | { readonly kind: 'nth'; readonly weekday: number; readonly nth: number }
  /** The last of its kind in the month. */
  | { readonly kind: 'lastOfKind'; readonly weekday: number }

/** An expression as it is edited. Exactly one of day and week is '?'. */
export interface CronFields {
  readonly second: PlainField
  readonly minute: PlainField
  readonly hour: PlainField
  readonly day: DayField
  readonly month: PlainField
  readonly week: WeekField
  readonly year: PlainField
}

/** Any field's value. */
export type CronField = CronFields[CronFieldName]

/** The values of a range by steps, both ends included. */
const stepped = (from: number, to: number, every = 1): number[] =>
  Array.from({ length: Math.max(0, Math.floor((to - from) / every) + 1) }, (_, index) => from + index * every)

/** Every value of a field, in ascending order. */
export function valuesOf(name: CronFieldName, field: PlainField): readonly number[] {
  const { min, max } = cronRanges[name]
  switch (field.kind) {
    case 'every':
      return stepped(min, max)
    case 'range':
      return stepped(field.from, field.to)
    case 'step':
      return stepped(field.from, max, field.every)
    case 'list':
      return field.values
  }
}
