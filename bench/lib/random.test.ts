import { expect, test } from '@jest/globals'
import { pick, randomFrom } from './random.ts'

test('the same seed gives the same numbers, another seed different ones', () => {
  const draw = (seed: number) => Array.from({ length: 5 }, randomFrom(seed))
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
})

test('numbers are spread evenly between 0 and 1', () => {
  const random = randomFrom(1)
  const tenths = new Array(10).fill(0)
  for (let turn = 0; turn < 10_000; turn++) tenths[Math.floor(random() * 10)]++
  for (const count of tenths) expect(count).toBeGreaterThan(850)
})

test('picking from an empty list fails', () => {
  expect(() => pick(randomFrom(1), [])).toThrow(RangeError)
})
