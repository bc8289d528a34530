import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { show, user } from '../../test-support/render.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { trimPassword } from './trimPassword.ts'

function Typed() {
  const [value, setValue] = useState('')
  return <PasswordInput aria-label="password" value={value} onChange={setValue} />
}

beforeEach(() => show(<Typed />))
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

it.each([
  ['one blank', ' Secret2026 '],
  ['a no-break space', '\u00a0Secret2026\u00a0'],
  ['full-width blanks', '\u3000Secret2026\u3000'],
  ['what cannot be seen', '\u200b\ufeffSecret2026\u200d\u2060\u00ad'],
  ['marks of direction', '\u202aSecret2026\u202c\u200e'],
  ['line ends and tabs', '\r\n\tSecret2026\u2028\n'],
])('drops %s round a password', (_name, pasted) => {
  expect(trimPassword(pasted)).toBe('Secret2026')
})

it('keeps a blank inside a password, so that it is complained about', () => {
  expect(trimPassword(' Secret 2026')).toBe('Secret 2026')
})

it('shows a pasted password without the blanks round it', async () => {
  await user.click(field())
  await user.paste('\u3000Secret2026\u00a0')
  expect(field().value).toBe('Secret2026')
})
