import { describe, expect, it } from '@jest/globals'
import { Cron } from 'croner'
import fc from 'fast-check'
import {
  type CronFieldName,
  type CronFields,
  cronExpression,
  cronFieldNames,
  cronProblem,
  cronRanges,
  type DayField,
  formatCron,
  isCronExpression,
  maxStep,
  nextRuns,
  type PlainField,
  parseCron,
  type WeekField,
} from './index.ts'
import zh from './texts/zh.json' with { type: 'json' }

/** A time zone without clock changes, so that equivalent expressions run at the same times. */
const zone = 'Asia/Shanghai'
const options = { timezone: zone, alternativeWeekdays: true, sloppyRanges: true }

const oneOf = (name: CronFieldName) => fc.integer(cronRanges[name])
const stepOf = (name: CronFieldName) => fc.integer({ min: 1, max: maxStep(name) })

const rangeOf = (name: CronFieldName) =>
  fc.tuple(oneOf(name), oneOf(name)).map(([one, other]): [number, number] => {
    return one < other ? [one, other] : [other, one]
  })

/** Generates the values that every field allows. */
const plain = (name: CronFieldName): fc.Arbitrary<PlainField> =>
  fc.oneof(
    fc.constant({ kind: 'every' } as const),
    rangeOf(name).map(([from, to]) => ({ kind: 'range', from, to }) as const),
    fc.record({ kind: fc.constant('step' as const), from: oneOf(name), every: stepOf(name) }),
    fc
      .uniqueArray(oneOf(name), { minLength: 1, maxLength: 12 })
      .map((values) => ({ kind: 'list', values: values.sort((one, other) => one - other) }) as const),
  )

const day: fc.Arbitrary<DayField> = fc.oneof(
  plain('day'),
  fc.record({ kind: fc.constant('last' as const), before: fc.integer({ min: 0, max: 30 }) }),
  fc.record({ kind: fc.constant('nearestWeekday' as const), day: oneOf('day') }),
  fc.constant({ kind: 'lastWeekday' } as const),
)

const week: fc.Arbitrary<WeekField> = fc.oneof(
  plain('week'),
  fc.record({
    kind: fc.constant('nth' as const),
    weekday: oneOf('week'),
    nth: fc.integer({ min: 1, max: 5 }),
  }),
  fc.record({ kind: fc.constant('lastOfKind' as const), weekday: oneOf('week') }),
)

const none = fc.constant({ kind: 'none' } as const)

const built: fc.Arbitrary<CronFields> = fc
  .oneof(fc.record({ day, week: none }), fc.record({ day: none, week }))
  .chain((date) =>
    fc.record({
      second: plain('second'),
      minute: plain('minute'),
      hour: plain('hour'),
      day: fc.constant(date.day),
      month: plain('month'),
      week: fc.constant(date.week),
      year: plain('year'),
    }),
  )

const monthNames = ['JAN', 'feb', 'Mar', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const weekdayNames = ['SUN', 'mon', 'Tue', 'WED', 'THU', 'FRI', 'SAT']

/** Generates the spellings of a value: as a number, with a leading zero, or by name. */
const written = (name: CronFieldName, value: number): fc.Arbitrary<string> =>
  fc.constantFrom(
    String(value),
    String(value).padStart(2, '0'),
    { month: monthNames, week: weekdayNames }[name as string]?.[value - 1] ?? String(value),
  )

const partOf = (name: CronFieldName): fc.Arbitrary<string> => {
  const value = oneOf(name).chain((one) => written(name, one))
  const range = rangeOf(name).chain((ends) =>
    fc.tuple(...ends.map((end) => written(name, end))).map((texts) => texts.join('-')),
  )
  const step = fc.tuple(fc.oneof(value, range), stepOf(name)).map((texts) => texts.join('/'))
  // Croner counts year steps from 0, Quartz from 1970.
  const steps =
    name === 'year'
      ? step
      : fc.oneof(
          step,
          stepOf(name).map((every) => `*/${every}`),
        )
  return fc.oneof(value, range, steps)
}

const fieldText = (name: CronFieldName): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constant('*'),
    fc.array(partOf(name), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(',')),
  )

const dayText = fc.oneof(
  fieldText('day'),
  fc.constantFrom('L', 'LW', 'lw'),
  oneOf('day').map((value) => `${value}W`),
)
const weekText = fc.oneof(
  fieldText('week'),
  fc.tuple(oneOf('week'), fc.integer({ min: 1, max: 5 })).map((numbers) => numbers.join('#')),
  oneOf('week').map((value) => `${weekdayNames[value - 1]}L`),
)

/** Generates expressions in the spellings that people use. */
const writtenExpression = fc
  .tuple(
    fieldText('second'),
    fieldText('minute'),
    fieldText('hour'),
    fc.oneof(
      dayText.map((text): [string, string] => [text, '?']),
      weekText.map((text): [string, string] => ['?', text]),
    ),
    fieldText('month'),
    fc.option(fieldText('year'), { nil: undefined }),
  )
  .map(([second, minute, hour, [dayOf, weekOf], month, year]) =>
    [second, minute, hour, dayOf, month, weekOf, ...(year === undefined ? [] : [year])].join(' '),
  )

/** Returns the Chinese text of a key such as cron.rule.outside.day. */
const textOf = (key: string): unknown =>
  key
    .split('.')
    .slice(1)
    .reduce<unknown>((group, name) => (group as Record<string, unknown> | undefined)?.[name], zh)

const from = new Date('2026-11-22T03:00:00Z')
const lastInstant = '2100-01-01T00:00:00'
const runsOf = (expression: string, count = 20) =>
  nextRuns({ expression, zone, from, count }).map((run) => run.toISOString())

describe('an expression that is built', () => {
  it('is accepted, and parses back into the same fields', () => {
    fc.assert(
      fc.property(built, (fields) => {
        const text = formatCron(fields)
        expect(cronExpression.parse(text)).toBe(text)
        expect(parseCron(text)).toEqual(fields)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('an expression that is written', () => {
  it('runs at the same times as in croner, also after it is parsed and formatted', () => {
    fc.assert(
      fc.property(writtenExpression, (text) => {
        const fields = parseCron(text)
        expect(fields).toBeDefined()
        if (!fields) return
        // Croner accepts years beyond 2099, our expressions do not.
        const expected = new Cron(text, { ...options, stopAt: lastInstant })
          .nextRuns(20, from)
          .map((run) => run.toISOString())
        expect(runsOf(text)).toEqual(expected)
        expect(runsOf(formatCron(fields))).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('never causes an exception, whatever its text', () => {
    const unit = fc.constantFrom(...'0123456789*/-,?LW#MONJAN lw '.split(''))
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit, maxLength: 40 })), (text) => {
        if (isCronExpression(text)) expect(runsOf(text, 1).length).toBeLessThanOrEqual(1)
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['0 0 9 ? * MON-FRI', '0 0 9 ? * 2-6 *'],
    [' 0  0 9 15w JAN,mar ?  2027 ', '0 0 9 15W 1,3 ? 2027'],
    ['0 /15 * * * ?', '0 0/15 * * * ? *'],
    ['0 0-30/10,45 8-10,20 1 * ? *', '0 0,10,20,30,45 8,9,10,20 1 * ? *'],
    // The last day of a week is Saturday.
    ['0 0 0 ? * L', '0 0 0 ? * 7 *'],
    ['0 0 0 ? * fri#3', '0 0 0 ? * 6#3 *'],
    ['0 0 0 L-03 * ?', '0 0 0 L-3 * ? *'],
    ['0 0 0 L-0 * ?', '0 0 0 L * ? *'],
    // Quartz accepts ranges that wrap around.
    ['0 0 22-2 * * ?', '0 0 0,1,2,22,23 * * ? *'],
    ['0 0 20-5/3 * * ?', '0 0 2,5,20,23 * * ? *'],
    ['0 0 9 30-2 NOV-FEB ?', '0 0 9 1,2,30,31 1,2,11,12 ? *'],
    ['0 0 9 ? * FRI-MON', '0 0 9 ? * 1,2,6,7 *'],
    ['0 *,5 * * * ?', '0 * * * * ? *'],
    // Quartz counts years from 1970.
    ['0 0 0 1 1 ? */4', '0 0 0 1 1 ? 1970/4'],
  ])('%s becomes %s', (text, expected) => {
    const fields = parseCron(text)
    expect(fields && formatCron(fields)).toBe(expected)
  })

  it.each<[string, string, string, object?]>([
    ['five fields', '*/5 * * * *', 'fieldCount', { given: 5 }],
    ['eight fields', '* * * * * ? * *', 'fieldCount', { given: 8 }],
    ['a nickname', '@daily', 'fieldCount'],
    ['a date', '2026-11-22T03:00:00', 'fieldCount'],
    ['day and week', '0 0 0 1 * 2', 'bothDays', { example: '0 0 0 ? * 2' }],
    ['a day and every week', '0 0 0 1 * * *', 'bothDays', { example: '0 0 0 1 * ? *' }],
    ['every day and a week', '0 0 9 * * mon-fri', 'bothDays', { example: '0 0 9 ? * MON-FRI' }],
    ['every day and every week', '* * * * * *', 'bothDays', { example: '* * * * * ?' }],
    ['neither day nor week', '0 0 0 ? * ? *', 'neitherDay', { example: '0 0 0 * * ? *' }],
    ['? elsewhere', '0 ? 0 1 * ? *', 'question', { part: '?' }],
    ['? with a step', '0 0 0 ?/2 * ? *', 'questionBeside', { part: '?/2' }],
    ['? in a list', '0 0 0 ? * ?,2 *', 'questionBeside', { part: '?,2' }],
    ['a second too large', '60 * * * * ? *', 'outside.second', { part: '60' }],
    ['a minute too large', '0 5,60 * * * ? *', 'outside.minute', { part: '60' }],
    ['an hour too large', '0 0 24 * * ? *', 'outside.hour'],
    ['a day 0', '0 0 0 0 * ? *', 'outside.day'],
    ['a day 32', '0 0 0 30-32 * ? *', 'outside.day', { part: '30-32' }],
    ['a month 13', '0 0 0 1 13 ? *', 'outside.month'],
    ['the whole name of a month', '0 0 0 1 april ? *', 'outside.month', { part: 'APRIL' }],
    ['a weekday 0', '0 0 0 ? * 0 *', 'outside.week'],
    ['a weekday 8', '0 0 0 ? * 8 *', 'outside.week'],
    ['the whole name of a weekday', '0 0 0 ? * WEDNESDAY *', 'outside.week', { part: 'WEDNESDAY' }],
    ['a name elsewhere', '0 0 0 MON * ? *', 'outside.day'],
    ['a year too early', '0 0 0 1 1 ? 1969', 'outside.year'],
    ['a year too late', '0 0 0 1 1 ? 2100', 'outside.year'],
    ['years over the end', '0 0 0 1 1 ? 2030-2027', 'yearOrder', { part: '2030-2027' }],
    ['a step of 0', '0 0/0 * * * ? *', 'step', { part: '0/0', maximum: 59 }],
    ['a step too long', '0 0/60 * * * ? *', 'step'],
    ['no step', '0 0 */ * * ? *', 'step', { part: '*/', maximum: 23 }],
    ['two steps', '0 0/2/3 * * * ? *', 'outside.minute'],
    ['an empty part', '0 1,,2 * * * ? *', 'unreadable', { part: '' }],
    ['a sign', '0 0 +1 * * ? *', 'unreadable', { part: '+1' }],
    ['L in a list', '0 0 0 1,L * ? *', 'alone', { part: '1,L' }],
    ['W in a list', '0 0 0 1W,15W * ? *', 'alone'],
    ['W in a range', '0 0 0 1-5W * ? *', 'alone', { part: '1-5W' }],
    ['nth in a list', '0 0 0 ? * 2#1,4#2 *', 'alone'],
    ['the last Friday in a list', '0 0 0 ? * FRIL,MON *', 'alone'],
    ['W in the week', '0 0 0 ? * 15W *', 'special', { part: '15W' }],
    ['# in the day', '0 0 0 6#3 * ? *', 'special'],
    ['L elsewhere', '0 0 L * * ? *', 'special'],
    ['L-31', '0 0 0 L-31 * ? *', 'daysBefore', { part: 'L-31', maximum: 30 }],
    ['L-3W', '0 0 0 L-3W * ? *', 'weekdaysBefore', { part: 'L-3W' }],
    ['a sixth of its kind', '0 0 0 ? * 2#6 *', 'nth', { part: '2#6', maximum: 5 }],
  ])('with %s gets a suggestion: %s', (_, text, rule, params = {}) => {
    expect(isCronExpression(text)).toBe(false)
    const issues = cronExpression.safeParse(text).error?.issues
    expect(issues).toMatchObject([{ message: `cron.rule.${rule}`, params }])
  })

  it('is rejected with a message that quotes at most 40 characters', () => {
    const unit = fc.constantFrom(...'0123456789*/-,?LW#MONJAN lw '.split(''))
    const field = fc.string({ unit: unit.filter((one) => one !== ' '), minLength: 1, maxLength: 60 })
    const fields = fc.array(field, { minLength: 6, maxLength: 7 }).map((texts) => texts.join(' '))
    fc.assert(
      fc.property(fc.oneof(fields, fc.string({ unit, maxLength: 40 })), (text) => {
        const found = cronProblem(text)
        expect(found === undefined).toBe(isCronExpression(text))
        expect(textOf(found?.key ?? 'cron.rule.neverDue')).toEqual(expect.any(String))
        expect(String(found?.params.part ?? '').length).toBeLessThanOrEqual(40)
      }),
      { numRuns: 1000 },
    )
  })

  it.each(['0 0 9 ? * MON-FRI', '0 0 9 1 * 2'])('of day and week suggests an accepted one: %s', (text) => {
    const example = cronProblem(text)?.params.example ?? text
    expect(isCronExpression(String(example))).toBe(true)
  })

  it('is rejected when it is missing or too long', () => {
    const said = (text: unknown) => cronExpression.safeParse(text).error?.issues.map(({ message }) => message)
    expect(said(' ')).toEqual(['rule.required'])
    expect(said(undefined)).toEqual(['rule.required'])
    expect(said('*,'.repeat(601))).toEqual(['rule.tooLong'])
  })
})

describe('the longest list of all', () => {
  it('fits into the maximum length', () => {
    const allBut = (name: CronFieldName): PlainField => {
      const { min, max } = cronRanges[name]
      return { kind: 'list', values: Array.from({ length: max - min + 1 }, (_, index) => min + index) }
    }
    const fields = Object.fromEntries(
      cronFieldNames.map((name) => [name, allBut(name)]),
    ) as never as CronFields
    const text = formatCron({ ...fields, week: { kind: 'none' } })
    expect(cronExpression.safeParse(text).success).toBe(true)
  })
})
