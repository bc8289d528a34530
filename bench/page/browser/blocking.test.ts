import { expect, test } from '@jest/globals'
import { blockingTime } from './blocking.ts'

test('only the time beyond 50 ms counts as blocking', () => {
  expect(blockingTime([])).toBe(0)
  expect(
    blockingTime([
      [0, 50],
      [100, 80],
      [300, 250],
    ]),
  ).toBe(30 + 200)
})

test('tasks before the first paint do not count', () => {
  const longTasks = [
    [0, 100],
    [100, 200],
  ] as const
  expect(blockingTime(longTasks, 150)).toBe(100)
})
