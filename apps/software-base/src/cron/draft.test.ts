import { cronFieldNames, defaultExpression, formatCron, parseCron } from '@atrium/contract/cron'
import { describe, expect, it } from '@jest/globals'
import { changed, choicesOf, draftOf, expressionOf, offeredValues, problemOf } from './draft.ts'

const begin = (expression: string) => {
  const fields = parseCron(expression)
  if (!fields) throw new Error(`${expression} is none`)
  return draftOf(fields, 2026)
}

describe('a draft', () => {
  it.each([
    defaultExpression,
    '0 0/15 8-18 ? * 2-6 *',
    '5 1,2,3 0 L * ? 2027',
    '0 0 0 L-3 1/2 ? 2027-2030',
    '0 0 0 LW 1,6 ? 2027/2',
    '0 0 0 15W * ? *',
    '0 0 0 ? * 6#3 *',
    '0 0 0 ? * 6L 2090,2098',
  ])('keeps the expression %s', (expression) => {
    expect(expressionOf(begin(expression))).toBe(expression)
  })

  it('always has a valid expression', () => {
    for (const name of cronFieldNames) {
      for (const choice of choicesOf(name)) {
        const values =
          choice === 'list' ? [5, 6].map((value) => (name === 'year' ? 2020 + value : value)) : []
        const expression = expressionOf(changed(begin(defaultExpression), name, { choice, values })) ?? ''
        const fields = parseCron(expression)
        expect({ name, choice, read: fields && formatCron(fields) }).toEqual({
          name,
          choice,
          read: expression,
        })
      }
    }
  })

  it('contains a question mark in exactly one of day and week', () => {
    const draft = begin('0 0 0 15 * ? *')
    const byWeek = changed(draft, 'week', { choice: 'lastOfKind' })
    expect(expressionOf(byWeek)).toBe('0 0 0 ? * 6L *')
    expect(expressionOf(changed(byWeek, 'day', { choice: 'list' }))).toBe('0 0 0 15 * ? *')
    expect(expressionOf(changed(draft, 'day', { choice: 'none' }))).toBe('0 0 0 ? * * *')
    expect(expressionOf(changed(byWeek, 'week', { choice: 'none' }))).toBe('0 0 0 * * ? *')
  })

  it('keeps the input of a choice while another one is chosen', () => {
    const back = changed(changed(begin('0 7-9 0 * * ? *'), 'minute', { choice: 'every' }), 'minute', {
      choice: 'range',
    })
    expect(expressionOf(back)).toBe('0 7-9 0 * * ? *')
  })
})

describe('the check of a field', () => {
  const { hour } = begin(defaultExpression)
  const withBlanks = (blanks: Partial<typeof hour.blanks>) => ({
    ...hour,
    choice: 'range' as const,
    blanks: { ...hour.blanks, ...blanks },
  })

  it('reports a number that is invalid or out of range', () => {
    for (const from of ['', 'x', '-1', '1.5', '24']) {
      expect(problemOf('hour', withBlanks({ from }))).toEqual({
        kind: 'number',
        blank: 'from',
        min: 0,
        max: 23,
      })
    }
    expect(problemOf('hour', withBlanks({ from: ' 07 ' }))).toBeUndefined()
    expect(problemOf('hour', withBlanks({ from: '８', to: '１0' }))).toBeUndefined()
  })

  it('reports a range that ends before it begins, and an empty list', () => {
    expect(problemOf('hour', withBlanks({ from: '9', to: '8' }))).toEqual({ kind: 'order', blank: 'to' })
    expect(problemOf('hour', { ...hour, choice: 'list' })).toEqual({ kind: 'empty' })
  })

  it('leaves no expression', () => {
    const draft = changed(begin(defaultExpression), 'hour', withBlanks({ from: '24' }))
    expect(expressionOf(draft)).toBeUndefined()
  })
})

it('offers years from the current one on, and the chosen ones', () => {
  expect(offeredValues('year', [2020], 2098)).toEqual([2020, 2098, 2099])
  expect(offeredValues('week', [2], 2026)).toEqual([1, 2, 3, 4, 5, 6, 7])
})
