import { afterEach, expect, it, jest } from '@jest/globals'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { KeywordInput } from './filters.tsx'

// A clock of the test's own: on a busy machine typing would rest by itself.
jest.useFakeTimers()

afterEach(cleanup)

const pass = (time: number) => act(() => jest.advanceTimersByTime(time))

it('tells what was typed once, when the typing has rested for 200 ms', () => {
  const told: string[] = []
  render(<KeywordInput placeholder="Search" value="" onChange={(value) => told.push(value)} />)
  for (const value of ['T', 'Te', 'Ten ']) {
    fireEvent.change(screen.getByLabelText('Search'), { target: { value } })
    pass(199)
  }
  expect(told).toEqual([])
  pass(1)
  expect(told).toEqual(['Ten'])
})
