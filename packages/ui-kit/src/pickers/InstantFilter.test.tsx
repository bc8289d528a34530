import { afterEach, expect, it, jest } from '@jest/globals'
import { cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { shownInstant } from '../base/instant.ts'
import { show, user } from '../test-support/render.tsx'
import { InstantFilter } from './InstantFilter.tsx'

afterEach(cleanup)

/** Renders the filter. @returns the field, and the function that receives each instant */
async function renderFilter({ rejection }: { readonly rejection?: string } = {}) {
  const onChange = jest.fn<(instant: string) => void>()
  function Filter() {
    const [value, setValue] = useState('')
    return (
      <InstantFilter
        label="Time"
        placeholder="Now"
        value={value}
        earliest=""
        problemOf={(instant) => (instant > '2030' ? 'In the future' : undefined)}
        rejection={rejection}
        onChange={(instant) => {
          onChange(instant)
          setValue(instant)
        }}
      />
    )
  }
  await show(<Filter />)
  return { field: screen.getByRole('textbox', { name: 'Time' }), onChange }
}

const local = (text: string): string => new Date(text).toISOString()

it('applies an instant once it is complete, and clears it at once', async () => {
  const { field, onChange } = await renderFilter()
  await user.type(field, '2026-01-31 18:00:3')
  expect(onChange).not.toHaveBeenCalled()
  await user.type(field, '0')
  expect(onChange).toHaveBeenCalledWith(local('2026-01-31T18:00:30'))
  await user.clear(field)
  expect(onChange).toHaveBeenLastCalledWith('')
})

it('completes a day or a time without seconds when the user presses Enter or leaves the field', async () => {
  const { field, onChange } = await renderFilter()
  await user.type(field, '2026-01-31{Enter}')
  expect(onChange).toHaveBeenLastCalledWith(local('2026-01-31T00:00:00'))
  expect(field).toHaveProperty('value', shownInstant(local('2026-01-31T00:00:00')))
  await user.clear(field)
  await user.type(field, '2026-01-31 18:00')
  await user.tab()
  expect(onChange).toHaveBeenLastCalledWith(local('2026-01-31T18:00:00'))
})

it.each(['2026-02-30', '2026-13-01 10:00', '2026-01-31 25:00', 'yesterday'])(
  'rejects %s and keeps the typed text',
  async (typed) => {
    const { field, onChange } = await renderFilter()
    await user.type(field, typed)
    await user.tab()
    expect(screen.getByRole('alert').textContent).toMatch(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/)
    expect(field).toHaveProperty('value', typed)
    expect(onChange).not.toHaveBeenCalled()
  },
)

it('says why an instant cannot be chosen, until the user types on', async () => {
  const { field, onChange } = await renderFilter()
  await user.type(field, '2031-01-31{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('In the future')
  expect(onChange).not.toHaveBeenCalled()
  await user.type(field, '{Backspace}')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('shows why the server rejected the value', async () => {
  await renderFilter({ rejection: 'Too early' })
  expect(screen.getByRole('alert').textContent).toBe('Too early')
})
