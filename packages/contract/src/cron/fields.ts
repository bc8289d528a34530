/** Minimum and maximum of each field, in the order of an expression. Week 1 is Sunday. */
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

/** Names of the fields, in the order of an expression. */
export const cronFieldNames = Object.keys(cronRanges) as CronFieldName[]

/** Returns the maximum step of a field. A longer step would leave the field's range from every start value. */
export const maxStep = (name: CronFieldName): number => {
  const { min, max } = cronRanges[name]
  return Math.min(max, max - min + 1)
}

/** Maximum n of `L-n`, in days before the month's last: it reaches the first of a month of 31 days. */
export const maxDaysBefore = 30
/** Maximum number of times that a weekday occurs in a month. */
export const maxWeeks = 5

/** Values that every field allows. */
export type PlainField =
  | { readonly kind: 'every' }
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  /** Every `every` values, starting at `from`. */
  | { readonly kind: 'step'; readonly from: number; readonly every: number }
  /** In ascending order, without duplicates. */
  | { readonly kind: 'list'; readonly values: readonly number[] }

/** '?': the other one of day and week determines the day. */
interface NoValue {
  readonly kind: 'none'
}

export type DayField =
  | PlainField
  | NoValue
  /** Days before the last day of the month; 0 is the last day itself. */
  | { readonly kind: 'last'; readonly before: number }
  /** The weekday (Monday to Friday) nearest to a day, within its month. */
  | { readonly kind: 'nearestWeekday'; readonly day: number }
  /** The last weekday (Monday to Friday) of the month. */
  | { readonly kind: 'lastWeekday' }

export type WeekField =
  | PlainField
  | NoValue
  | { readonly kind: 'nth'; readonly weekday: number; readonly nth: number }
  /** The last occurrence of this weekday in the month. */
  | { readonly kind: 'lastOfKind'; readonly weekday: number }

/** An expression in the form that the editor changes. Exactly one of day and week is '?'. */
export interface CronFields {
  readonly second: PlainField
  readonly minute: PlainField
  readonly hour: PlainField
  readonly day: DayField
  readonly month: PlainField
  readonly week: WeekField
  readonly year: PlainField
}

/** Value of any field. */
export type CronField = CronFields[CronFieldName]

/** Returns the values of a range in steps, both ends included. */
const stepped = (from: number, to: number, every = 1): number[] =>
  Array.from({ length: Math.max(0, Math.floor((to - from) / every) + 1) }, (_, index) => from + index * every)

/** Returns every value that a field matches, in ascending order. */
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
