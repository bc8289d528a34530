import {
  type CronField,
  type CronFieldName,
  type CronFields,
  cronFieldNames,
  cronRanges,
  formatCron,
  maxDaysBefore,
  maxStep,
  maxWeeks,
} from '@atrium/contract/cron'

/** The builder's choices for the value of a field. */
export type Choice =
  | 'every'
  | 'none'
  | 'range'
  | 'step'
  | 'list'
  | 'last'
  | 'beforeLast'
  | 'lastWeekday'
  | 'nearestWeekday'
  | 'nth'
  | 'lastOfKind'

/** Names of the blanks for the numbers of all choices. */
export type Blank = 'from' | 'to' | 'start' | 'every' | 'before' | 'near' | 'nthDay' | 'nth' | 'lastDay'

/** Field in the builder. The input of each choice is kept while another one is selected. */
export interface FieldDraft {
  readonly choice: Choice
  /** Text as typed. */
  readonly blanks: Readonly<Record<Blank, string>>
  readonly values: readonly number[]
}

export type Draft = Readonly<Record<CronFieldName, FieldDraft>>

const plain: readonly Choice[] = ['every', 'range', 'step', 'list']

/** Returns the choices of a field in display order. */
export function choicesOf(name: CronFieldName): readonly Choice[] {
  if (name === 'day') return ['none', ...plain, 'last', 'beforeLast', 'lastWeekday', 'nearestWeekday']
  if (name === 'week') return ['none', ...plain, 'nth', 'lastOfKind']
  return plain
}

const blanksOf: Partial<Record<Choice, readonly Blank[]>> = {
  range: ['from', 'to'],
  step: ['start', 'every'],
  beforeLast: ['before'],
  nearestWeekday: ['near'],
  nth: ['nthDay', 'nth'],
  lastOfKind: ['lastDay'],
}

/** Returns the limits of a blank. */
export function limitsOf(name: CronFieldName, blank: Blank): { readonly min: number; readonly max: number } {
  if (blank === 'every') return { min: 1, max: maxStep(name) }
  if (blank === 'before') return { min: 1, max: maxDaysBefore }
  if (blank === 'nth') return { min: 1, max: maxWeeks }
  return cronRanges[name]
}

const freshField = (name: CronFieldName, year: number): FieldDraft => {
  const { min, max } = cronRanges[name]
  const first = String(name === 'year' ? year : min)
  return {
    choice: 'every',
    blanks: {
      from: first,
      to: String(name === 'year' ? Math.min(year + 1, max) : max),
      start: first,
      every: '1',
      before: '1',
      near: '1',
      nthDay: '2',
      nth: '1',
      lastDay: '6',
    },
    values: [],
  }
}

/** Returns the blanks that a field's value fills. */
function filled(field: CronField): Partial<Record<Blank, number>> {
  switch (field.kind) {
    case 'range':
      return { from: field.from, to: field.to }
    case 'step':
      return { start: field.from, every: field.every }
    case 'last':
      return field.before > 0 ? { before: field.before } : {}
    case 'nearestWeekday':
      return { near: field.day }
    case 'nth':
      return { nthDay: field.weekday, nth: field.nth }
    case 'lastOfKind':
      return { lastDay: field.weekday }
    default:
      return {}
  }
}

const choiceOf = (field: CronField): Choice =>
  field.kind === 'last' && field.before > 0 ? 'beforeLast' : field.kind

/**
 * Creates a draft from an expression.
 * @param year current year, from which years are offered
 */
export const draftOf = (fields: CronFields, year: number): Draft =>
  Object.fromEntries(
    cronFieldNames.map((name) => {
      const field = fields[name]
      const fresh = freshField(name, year)
      const texts = Object.entries(filled(field)).map(([blank, value]) => [blank, String(value)])
      const draft: FieldDraft = {
        choice: choiceOf(field),
        blanks: { ...fresh.blanks, ...Object.fromEntries(texts) },
        values: field.kind === 'list' ? field.values : fresh.values,
      }
      return [name, draft]
    }),
  ) as Draft

/** Maps day to week and vice versa. Exactly one of the two is '?'. */
const otherOf: Partial<Record<CronFieldName, CronFieldName>> = { day: 'week', week: 'day' }

/** Changes a field. If day or week gets a value, the other becomes '?'. If one becomes '?', the other gets a value. */
export function changed(draft: Draft, name: CronFieldName, change: Partial<FieldDraft>): Draft {
  const field = { ...draft[name], ...change }
  const other = otherOf[name]
  const next = { ...draft, [name]: field }
  if (!other || (field.choice === 'none') !== (next[other].choice === 'none')) return next
  return { ...next, [other]: { ...next[other], choice: field.choice === 'none' ? 'every' : 'none' } }
}

/** Problem of a field, with the affected blank. */
export type Problem =
  | { readonly kind: 'number'; readonly blank: Blank; readonly min: number; readonly max: number }
  | { readonly kind: 'order'; readonly blank: Blank }
  | { readonly kind: 'empty' }

/** Returns the number typed into a blank, also in the wide digits of Chinese input methods. NaN for anything else. */
const numberOf = (text: string): number => {
  const digits = text.normalize('NFKC').trim()
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN
}

/** Returns the problem of a field's current choice, undefined if there is none. */
export function problemOf(name: CronFieldName, { choice, blanks, values }: FieldDraft): Problem | undefined {
  if (choice === 'list' && values.length === 0) return { kind: 'empty' }
  for (const blank of blanksOf[choice] ?? []) {
    const limits = limitsOf(name, blank)
    const value = numberOf(blanks[blank])
    if (!(value >= limits.min && value <= limits.max)) return { kind: 'number', blank, ...limits }
  }
  const reversed = choice === 'range' && numberOf(blanks.from) > numberOf(blanks.to)
  return reversed ? { kind: 'order', blank: 'to' } : undefined
}

function fieldOf({ choice, blanks, values }: FieldDraft): CronField {
  const number = (blank: Blank): number => numberOf(blanks[blank])
  switch (choice) {
    case 'range':
      return { kind: 'range', from: number('from'), to: number('to') }
    case 'step':
      return { kind: 'step', from: number('start'), every: number('every') }
    case 'list':
      return { kind: 'list', values }
    case 'last':
      return { kind: 'last', before: 0 }
    case 'beforeLast':
      return { kind: 'last', before: number('before') }
    case 'nearestWeekday':
      return { kind: 'nearestWeekday', day: number('near') }
    case 'nth':
      return { kind: 'nth', weekday: number('nthDay'), nth: number('nth') }
    case 'lastOfKind':
      return { kind: 'lastOfKind', weekday: number('lastDay') }
    default:
      return { kind: choice }
  }
}

/** Returns the expression of a draft, undefined while any field has a problem. */
export function expressionOf(draft: Draft): string | undefined {
  if (cronFieldNames.some((name) => problemOf(name, draft[name]))) return undefined
  const fields = Object.fromEntries(cronFieldNames.map((name) => [name, fieldOf(draft[name])]))
  return formatCron(fields as unknown as CronFields)
}

/** Number of years offered, starting with the current one. */
const yearsOffered = 24

/** Returns the values offered for the list of a field. */
export function offeredValues(name: CronFieldName, chosen: readonly number[], year: number): number[] {
  const { min, max } = cronRanges[name]
  const from = name === 'year' ? year : min
  const to = name === 'year' ? Math.min(year + yearsOffered - 1, max) : max
  const offered = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return [...new Set([...offered, ...chosen])].sort((one, other) => one - other)
}
