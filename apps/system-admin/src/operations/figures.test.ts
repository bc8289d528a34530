import type { CallFigures } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { everyStep, mixedVersions, totalOf } from './figures.ts'

const minute = 60_000
const now = Date.parse('2026-11-23T12:34:56.789Z')
const counted = { calls: 3, errors: 1, signIns: 2, failedSignIns: 0 }
const figures = (step: number, ...times: string[]): CallFigures => ({
  step,
  steps: times.map((time) => ({ time, ...counted })),
  areas: [],
})

describe('the list of steps', () => {
  it('includes all steps, with zeros for steps without calls', () => {
    const steps = everyStep(figures(minute, '2026-11-23T12:30:00.000Z'), 'hour', now)
    expect(steps).toHaveLength(60)
    expect(steps.at(-1)).toEqual({
      at: Date.parse('2026-11-23T12:34:00Z'),
      calls: 0,
      errors: 0,
      signIns: 0,
      failedSignIns: 0,
    })
    expect(steps[0]?.at).toBe(Date.parse('2026-11-23T11:35:00Z'))
    expect(steps.filter(({ calls }) => calls > 0)).toEqual([
      { at: Date.parse('2026-11-23T12:30:00Z'), ...counted },
    ])
    expect(totalOf(steps)).toEqual(counted)
  })

  it.each([
    ['day', 15 * minute, 96, '2026-11-22T12:45:00Z'],
    ['week', 60 * minute, 168, '2026-11-16T13:00:00Z'],
  ] as const)('uses the step length of the response for a %s', (range, step, count, first) => {
    const steps = everyStep(figures(step), range, now)
    expect(steps).toHaveLength(count)
    expect(steps[0]?.at).toBe(Date.parse(first))
  })
})

describe('the list of versions', () => {
  it('lists versions only if they differ', () => {
    const of = (...versions: string[]) => mixedVersions(versions.map((version) => ({ version })))
    expect(of('1.0.0', '1.0.0')).toEqual([])
    expect(of('1.0.0', '1.1.0', '1.0.0')).toEqual([
      ['1.0.0', 2],
      ['1.1.0', 1],
    ])
  })
})
