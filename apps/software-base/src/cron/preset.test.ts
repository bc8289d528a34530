import { formatCron, parseCron } from '@atrium/contract/cron'
import { describe, expect, it } from '@jest/globals'
import { fieldsOfPreset, freshPreset, type PresetDraft, presetIntervals, presetOf } from './preset.ts'

const expressionOf = (preset: Partial<PresetDraft>) => {
  const fields = fieldsOfPreset({ ...freshPreset, ...preset })
  return fields && formatCron(fields)
}
const presetIn = (expression: string) => {
  const fields = parseCron(expression)
  return fields && presetOf(fields)
}

describe('the expression of a preset', () => {
  it.each<[Partial<PresetDraft>, string]>([
    [{ kind: 'daily', time: '02:00' }, '0 0 2 * * ? *'],
    [{ kind: 'weekdays', time: '9:30' }, '0 30 9 ? * 2-6 *'],
    [{ kind: 'weekdays', time: ' ９：３０ ' }, '0 30 9 ? * 2-6 *'],
    [{ kind: 'minutes', every: '15' }, '0 0/15 * * * ? *'],
    [{ kind: 'monthly', time: '23:59', day: '31' }, '0 59 23 31 * ? *'],
    [{ kind: 'monthly', time: '00:00', day: 'L' }, '0 0 0 L * ? *'],
  ])('builds %j as %s and recognises the result', (preset, expression) => {
    expect(expressionOf(preset)).toBe(expression)
    expect(presetIn(expression)?.kind).toBe(preset.kind)
    expect(expressionOf(presetIn(expression) ?? {})).toBe(expression)
  })

  it('recognises every offered interval', () => {
    for (const every of presetIntervals.map(String))
      expect(presetIn(expressionOf({ kind: 'minutes', every }) ?? '')).toEqual({ kind: 'minutes', every })
  })

  it.each(['', '9', '24:00', '9:60', '9:5', '-1:00', 'x'])('is undefined at the time “%s”', (time) => {
    for (const kind of ['daily', 'weekdays', 'monthly'] as const)
      expect(expressionOf({ kind, time })).toBeUndefined()
  })

  it('is undefined while no preset is chosen', () => expect(expressionOf({})).toBeUndefined())
})

it.each([
  ['0 30 9 ? * MON,TUE,WED,THU,FRI', 'weekdays'],
  ['0 30 9 1-31 * ?', 'daily'],
  ['0 * * * * ?', 'minutes'],
  ['0 0,30 * * * ?', 'minutes'],
  ['5 30 9 * * ?', undefined],
  ['0 30 9,10 * * ?', undefined],
  ['0 30 9 * * ? 2027', undefined],
  ['0 30 9 * 1 ?', undefined],
  ['0 30 9 15W * ?', undefined],
  ['0 0/7 * * * ?', undefined],
  ['0 5/10 * * * ?', undefined],
  ['* * * * * ?', undefined],
])('recognises %s as the preset %s', (expression, kind) => {
  expect(presetIn(expression)?.kind).toBe(kind)
})
