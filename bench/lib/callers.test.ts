import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { errorCount, underLoad } from './callers.ts'

test('callers work in parallel, and failures are counted separately', async () => {
  let [running, max] = [0, 0]
  const result = await underLoad({
    callers: 3,
    duration: 60,
    call: async (turn) => {
      max = Math.max(max, ++running)
      await wait(2)
      running--
      if (turn % 2 === 1) throw new Error('odd')
    },
  })
  expect(max).toBe(3)
  expect(result.errors.get('odd')).toBe(errorCount(result))
  expect(errorCount(result)).toBeGreaterThan(0)
  expect(result.latencies.length).toBeGreaterThan(0)
})

test('a load ends after its number of calls', async () => {
  const turns: number[] = []
  const result = await underLoad({
    callers: 3,
    duration: 10_000,
    calls: 7,
    call: async (turn) => {
      await wait(1)
      turns.push(turn)
    },
  })
  expect(turns.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(result.latencies).toHaveLength(7)
})
