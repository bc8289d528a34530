import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { show, user } from '../../test-support/render.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { trimPassword } from './trim-password.ts'

function Typed() {
  const [value, setValue] = useState('')
  return <PasswordInput aria-label="password" value={value} onChange={setValue} />
}

beforeEach(() => show(<Typed />))
afterEach(cleanup)

const field = () => screen.getByLabelText<HTMLInputElement>('password')

it('shows and hides typed text by keyboard, and keeps the focus', async () => {
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

it.each([
  ['one space', ' Secret2026 '],
  ['a no-break space', '\u00a0Secret2026\u00a0'],
  ['full-width spaces', '\u3000Secret2026\u3000'],
  ['invisible characters', '\u200b\ufeffSecret2026\u200d\u2060\u00ad'],
  ['directional marks', '\u202aSecret2026\u202c\u200e'],
  ['line ends and tabs', '\r\n\tSecret2026\u2028\n'],
])('drops %s around a password', (_name, pasted) => {
  expect(trimPassword(pasted)).toBe('Secret2026')
})

it('keeps a space inside a password, so that it is reported as an error', () => {
  expect(trimPassword(' Secret 2026')).toBe('Secret 2026')
})

it('shows a pasted password without surrounding spaces', async () => {
  await user.click(field())
  await user.paste('\u3000Secret2026\u00a0')
  expect(field().value).toBe('Secret2026')
})
