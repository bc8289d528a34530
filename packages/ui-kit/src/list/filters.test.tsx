import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { CheckFilter, KeywordInput } from './filters.tsx'

// Uses a fake clock, because on a busy machine typing could pause by itself.
jest.useFakeTimers()

afterEach(cleanup)

const pass = (time: number) => act(() => jest.advanceTimersByTime(time))

it('reports typed text once, after a pause of 200 ms', () => {
  const reported: string[] = []
  render(<KeywordInput placeholder="Search" value="" onChange={(value) => reported.push(value)} />)
  for (const value of ['T', 'Te', 'Ten ']) {
    fireEvent.change(screen.getByLabelText('Search'), { target: { value } })
    pass(199)
  }
  expect(reported).toEqual([])
  pass(1)
  expect(reported).toEqual(['Ten'])
})

describe('a checkbox filter', () => {
  const drawn = (checked: boolean) => (
    <CheckFilter checked={checked} onChange={() => {}}>
      All
    </CheckFilter>
  )
  const box = () => screen.getByRole('checkbox', { name: 'All' })

  it('is ticked at once, before the address changes', () => {
    const { rerender } = render(drawn(false))
    fireEvent.click(box())
    expect(box()).toHaveProperty('checked', true)
    rerender(drawn(false))
    expect(box()).toHaveProperty('checked', true)
    rerender(drawn(true))
    expect(box()).toHaveProperty('checked', true)
  })

  it('follows the address, for instance after the user goes back', () => {
    const { rerender } = render(drawn(true))
    rerender(drawn(false))
    expect(box()).toHaveProperty('checked', false)
  })
})
