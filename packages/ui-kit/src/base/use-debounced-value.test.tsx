import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { act, cleanup, renderHook } from '@testing-library/react'
import { useDebouncedValue } from './use-debounced-value.ts'

const sameText = (one: string, other: string): boolean => one.trim() === other.trim()

let reported: string[]
const start = (first: string) =>
  renderHook(({ value }) => useDebouncedValue(value, (next) => reported.push(next), sameText), {
    initialProps: { value: first },
  })
type Field = ReturnType<typeof start>

const shown = ({ result }: Field) => result.current[0]
const type = ({ result }: Field, text: string) => act(() => result.current[1](text))
const wait = (time: number) => act(() => jest.advanceTimersByTime(time))

beforeEach(() => {
  jest.useFakeTimers()
  reported = []
})
afterEach(() => {
  cleanup()
  jest.useRealTimers()
})

it('shows a change at once, and reports the last one after a pause of 200 ms', () => {
  const field = start('')
  type(field, 'a')
  wait(199)
  type(field, 'ab')
  expect(shown(field)).toBe('ab')
  wait(199)
  expect(reported).toEqual([])
  wait(1)
  expect(reported).toEqual(['ab'])
})

it('keeps newly typed text while the owner accepts the reported value', () => {
  const field = start('')
  type(field, 'ab ')
  wait(200)
  type(field, 'ab c')
  field.rerender({ value: 'ab' })
  expect(shown(field)).toBe('ab c')
  wait(200)
  field.rerender({ value: 'ab c' })
  expect(shown(field)).toBe('ab c')
  expect(reported).toEqual(['ab ', 'ab c'])
})

it('shows the owner’s value, even if it was reported before', () => {
  const field = start('')
  type(field, 'ab')
  wait(200)
  for (const value of ['ab', '', 'ab', 'cd']) {
    field.rerender({ value })
    expect(shown(field)).toBe(value)
  }
})

it('shows the value it reports, even if the owner’s value has changed in the meantime', () => {
  const field = start('ab')
  type(field, 'abc')
  field.rerender({ value: '' })
  expect(shown(field)).toBe('')
  wait(200)
  field.rerender({ value: reported.at(-1) ?? '' })
  expect(shown(field)).toBe('abc')
})

it('reports nothing after it was unmounted', () => {
  const field = start('')
  type(field, 'ab')
  field.unmount()
  wait(200)
  expect(reported).toEqual([])
})
