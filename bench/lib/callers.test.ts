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
