import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { act, cleanup, renderHook } from '@testing-library/react'
import { useWatching } from './use-watching.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => {
  cleanup()
  jest.useRealTimers()
})

const pass = (minutes: number) => act(async () => jest.advanceTimersByTime(minutes * 60_000))
const happens = (event: string) => act(async () => void window.dispatchEvent(new Event(event)))

it('returns true until five minutes after the last input, and again after the next input', async () => {
  const { result } = renderHook(useWatching)
  await pass(4)
  await happens('keydown')
  await pass(4)
  expect(result.current).toBe(true)
  await pass(2)
  expect(result.current).toBe(false)
  await happens('pointermove')
  expect(result.current).toBe(true)
})
