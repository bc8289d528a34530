import { expect, it } from '@jest/globals'
import { round2 } from './column.ts'

it.each([
  [1.005, 1.01],
  [2.675, 2.68],
  [-1.005, -1.01],
  [1.004, 1],
  [0, 0],
  [1e21, 1e21],
  [1234567.891, 1234567.89],
  [0.0000001, 0],
])('rounds %d to %d', (value, rounded) => {
  expect(round2(value)).toBe(rounded)
})

it('leaves values that are not numbers unchanged', () => {
  expect(round2(Number.NaN)).toBeNaN()
  expect(round2(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY)
})
