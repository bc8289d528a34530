import { expect, test } from '@jest/globals'
import { pick, randomFrom } from './random.ts'

test('the same seed gives the same numbers, another seed others', () => {
  const draw = (seed: number) => Array.from({ length: 5 }, randomFrom(seed))
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
})

test('numbers fill 0 to 1 evenly', () => {
  const random = randomFrom(1)
  const tenths = new Array(10).fill(0)
  for (let turn = 0; turn < 10_000; turn++) tenths[Math.floor(random() * 10)]++
  for (const count of tenths) expect(count).toBeGreaterThan(850)
})

test('nothing can be picked of nothing', () => {
  expect(() => pick(randomFrom(1), [])).toThrow(RangeError)
})
