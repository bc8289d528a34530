import {
  type CronField,
  type CronFieldName,
  type CronFields,
  cronFieldNames,
  cronRanges,
  maxDaysBefore,
  maxStep,
  maxWeeks,
  type PlainField,
  valuesOf,
} from './fields.ts'

/*
 * Cron expressions of Quartz (org.quartz.CronExpression): second, minute, hour, day, month, week and optionally year.
 * Exactly one of day and week is '?'. Rejects what Quartz rejects, and also 'L-3W', 'W' in lists, full names
 * ('MONDAY'), steps of 0 and years after 2099.
 */

/** An expression that runs every second. */
export const defaultExpression = '* * * * * ? *'

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
const namesOf: Partial<Record<CronFieldName, readonly string[]>> = { month: months, week: weekdays }

/** Parses a number within limits; undefined for anything else. */
function numberIn(text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined || !/^\d{1,4}$/.test(text)) return undefined
  const value = Number(text)
  return value >= min && value <= max ? value : undefined
}

/** Parses a value of a field, as a number or an English name. */
function valueIn(name: CronFieldName, text: string | undefined): number | undefined {
  const { min, max } = cronRanges[name]
  const position = namesOf[name]?.indexOf(text ?? '') ?? -1
  return position >= 0 ? position + 1 : numberIn(text, min, max)
}

const listOf = (values: readonly number[]): PlainField => ({
  kind: 'list',
  values: [...new Set(values)].sort((one, other) => one - other),
})

/** Parses a range with a step. A range whose end is below its start wraps around, except for years. */
function parseRange(
  name: CronFieldName,
  { from, to, every }: { readonly from: number; readonly to: number; readonly every: number },
): PlainField | undefined {
  const isWrapped = to < from
  if (isWrapped && name === 'year') return undefined
  if (!isWrapped && every === 1) return { kind: 'range', from, to }
  const { min, max } = cronRanges[name]
  const length = max - min + 1
  const passed = valuesOf(name, { kind: 'range', from, to: isWrapped ? to + length : to })
  const values = passed.filter((_, index) => index % every === 0)
  return listOf(values.map((value) => (value > max ? value - length : value)))
}

/** Parses an item of a comma-separated list: a value, a range, or either with a step. */
function parsePart(name: CronFieldName, text: string): PlainField | undefined {
  const [head = '', step, ...more] = text.split('/')
  const [start, end, ...others] = head.split('-')
  if (more.length > 0 || others.length > 0) return undefined
  const { min } = cronRanges[name]
  const everything = head === '*' || (head === '' && step !== undefined)
  const from = everything ? min : valueIn(name, start)
  const to = end === undefined ? undefined : valueIn(name, end)
  const every = step === undefined ? 1 : numberIn(step, 1, maxStep(name))
  if (from === undefined || every === undefined) return undefined
  if (end !== undefined) return to === undefined ? undefined : parseRange(name, { from, to, every })
  if (step !== undefined) return { kind: 'step', from, every }
  return everything ? { kind: 'every' } : { kind: 'list', values: [from] }
}

function parseList(name: CronFieldName, text: string): PlainField | undefined {
  const parts = text.split(',').map((part) => parsePart(name, part))
  const [first] = parts
  if (parts.length === 1) return first
  const known = parts.filter((part) => part !== undefined)
  if (known.length < parts.length) return undefined
  if (known.some(({ kind }) => kind === 'every')) return { kind: 'every' }
  return listOf(known.flatMap((part) => valuesOf(name, part)))
}

/** Parses the special values of the day: L, L-3, LW, 15W. */
function parseDay(text: string): CronFields['day'] | undefined {
  const [, before, day] = /^(?:L-(\d+)|(\d+)W)$/.exec(text) ?? []
  if (text === 'L') return { kind: 'last', before: 0 }
  if (text === 'LW') return { kind: 'lastWeekday' }
  const daysBefore = numberIn(before, 0, maxDaysBefore)
  if (daysBefore !== undefined) return { kind: 'last', before: daysBefore }
  const near = valueIn('day', day)
  return near === undefined ? undefined : { kind: 'nearestWeekday', day: near }
}

/** Parses the special values of the week: 6#3, 6L, and L for Saturday, the last day of the week. */
function parseWeek(text: string): CronFields['week'] | undefined {
  if (text === 'L') return { kind: 'list', values: [cronRanges.week.max] }
  const [, name, , count] = /^(\w+?)(L|#(\d))$/.exec(text) ?? []
  const weekday = valueIn('week', name)
  if (weekday === undefined) return undefined
  if (count === undefined) return { kind: 'lastOfKind', weekday }
  const nth = numberIn(count, 1, maxWeeks)
  return nth === undefined ? undefined : { kind: 'nth', weekday, nth }
}

const ownOf: Partial<Record<CronFieldName, (text: string) => CronField | undefined>> = {
  day: parseDay,
  week: parseWeek,
}

/** Parses a field of an expression, ignoring case; undefined if it is invalid. */
export function parseCronField<Name extends CronFieldName>(
  name: Name,
  text: string,
): CronFields[Name] | undefined {
  const upper = text.toUpperCase()
  const own = ownOf[name]
  const none = own && upper === '?' ? ({ kind: 'none' } as const) : undefined
  return (none ?? own?.(upper) ?? parseList(name, upper)) as CronFields[Name] | undefined
}

/** Formats a field of an expression. */
export function formatCronField(field: CronField): string {
  switch (field.kind) {
    case 'every':
      return '*'
    case 'none':
      return '?'
    case 'range':
      return `${field.from}-${field.to}`
    case 'step':
      return `${field.from}/${field.every}`
    case 'list':
      return field.values.join(',')
    case 'last':
      return field.before === 0 ? 'L' : `L-${field.before}`
    case 'lastWeekday':
      return 'LW'
    case 'nearestWeekday':
      return `${field.day}W`
    case 'nth':
      return `${field.weekday}#${field.nth}`
    case 'lastOfKind':
      return `${field.weekday}L`
  }
}

/**
 * Parses an expression into fields that the editor can show. Lists with ranges or steps become plain lists of values,
 * and names become numbers.
 * @returns undefined if the text is not a valid expression
 */
export function parseCron(text: string): CronFields | undefined {
  const texts = text.trim().split(/\s+/)
  if (texts.length < 6 || texts.length > 7) return undefined
  const parsed = cronFieldNames.map(
    (name, index) => [name, parseCronField(name, texts[index] ?? '*')] as const,
  )
  if (parsed.some(([, field]) => field === undefined)) return undefined
  const fields = Object.fromEntries(parsed) as unknown as CronFields
  return (fields.day.kind === 'none') === (fields.week.kind === 'none') ? undefined : fields
}

/** Formats edited fields as an expression with all seven fields. */
export const formatCron = (fields: CronFields): string =>
  cronFieldNames.map((name) => formatCronField(fields[name])).join(' ')

/** Whether a text is a valid expression. A valid expression may still never come due, such as one for 30 February. */
export const isCronExpression = (text: string): boolean => parseCron(text) !== undefined
