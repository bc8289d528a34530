import { describe, expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { NumericInput } from './NumericInput.tsx'
import { numericOnly } from './numeric.ts'

describe('numericOnly', () => {
  it.each([
    ['12', '12'],
    ['1a2', '12'],
    ['-3', '3'],
    ['1.2.3', '1.23'],
    ['1.23456', '1.234'],
    ['.5', '0.5'],
    ['１２。５', '12.5'],
    ['1.', '1.'],
    ['', ''],
  ])('makes %j into %j', (typed, kept) => {
    expect(numericOnly(typed)).toBe(kept)
  })

  it('knows whole numbers', () => {
    expect(numericOnly('12.5', 0)).toBe('12')
  })
})

function Amount() {
  const [value, setValue] = useState('')
  return <NumericInput aria-label="amount" value={value} onChange={setValue} />
}

it('lets nothing else be typed', async () => {
  render(<Amount />)
  const input = screen.getByLabelText<HTMLInputElement>('amount')
  await userEvent.type(input, 'a1b2..3456')
  expect(input.value).toBe('12.345')
})
