import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { cleanup, screen } from '@testing-library/react'
import { show, user } from '../../test-support/render.tsx'
import { PasswordInput } from './PasswordInput.tsx'

beforeEach(() => show(<PasswordInput aria-label="password" />))
afterEach(cleanup)

const field = () => screen.getByLabelText<HTMLInputElement>('password')

it('shows what was typed and hides it again by keyboard, and the focus stays', async () => {
  await user.type(field(), 'Secret2026')
  expect(field().type).toBe('password')
  await user.tab()
  const eye = screen.getByRole('button', { name: 'Show password' })
  expect(document.activeElement).toBe(eye)
  for (const [key, type] of [
    ['{Enter}', 'text'],
    [' ', 'password'],
  ] as const) {
    await user.keyboard(key)
    expect(field().type).toBe(type)
    expect(eye.getAttribute('aria-pressed')).toBe(String(type === 'text'))
    expect(document.activeElement).toBe(eye)
  }
  expect(field().value).toBe('Secret2026')
})

it('leaves the focus in the field when the mouse is used', async () => {
  await user.click(field())
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(document.activeElement).toBe(field())
})
