import { afterEach, expect, it } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import { UsageBar } from './UsageBar.tsx'

afterEach(cleanup)

it.each([
  [0, 'free'],
  [79, 'free'],
  [80, 'near'],
  [99, 'near'],
  [100, 'full'],
  [101, 'beyond'],
])('with %i of 100 used is %s, and says so beside the bar', (used, level) => {
  render(<UsageBar label="Users used" used={used} max={100} text={`${used} / 100`} />)
  const meter = screen.getByRole('meter', { name: 'Users used' })
  expect(meter.parentElement?.className).toBe(`usage usage-${level}`)
  expect(meter.getAttribute('value')).toBe(String(Math.min(used, 100)))
  expect(meter.getAttribute('aria-valuetext')).toBe(`${used} / 100`)
  expect(screen.getByText(`${used} / 100`)).toBeTruthy()
})
