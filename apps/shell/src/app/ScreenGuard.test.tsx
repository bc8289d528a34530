import { MemoryRouter, Route, Routes, textsSettled, useNavigate } from '@atrium/shared-api'
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense, useEffect } from 'react'
import '../texts/index.ts'
import { ScreenGuard } from './ScreenGuard.tsx'

const thrown = (): never => {
  throw new Error('on purpose')
}

function To({ path }: { readonly path: string }) {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(path)}>
      {path}
    </button>
  )
}

const ThrowsAsItIsLeft = () => {
  useEffect(() => thrown, [])
  return 'to be left'
}

const Throws = () => thrown()

const show = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Suspense>
        {['/good', '/left', '/other'].map((path) => (
          <To key={path} path={path} />
        ))}
        <ScreenGuard>
          <Routes>
            <Route path="left" element={<ThrowsAsItIsLeft />} />
            <Route path="bad" element={<Throws />} />
            <Route path="*" element="stands" />
          </Routes>
        </ScreenGuard>
      </Suspense>
    </MemoryRouter>,
  )

// React logs the errors that a boundary catches.
beforeEach(async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  await textsSettled()
})
afterEach(() => {
  jest.restoreAllMocks()
  cleanup()
})

it('draws the new screen again whenever the previous one throws on leaving', async () => {
  const user = userEvent.setup()
  show('/good')
  for (const _time of [1, 2]) {
    await user.click(screen.getByText('/left'))
    expect(await screen.findByText('to be left')).toBeTruthy()
    await user.click(screen.getByText('/good'))
    expect(await screen.findByText('stands')).toBeTruthy()
  }
})

it('shows an error for a screen that throws, and still shows the next screen', async () => {
  show('/bad')
  expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy()
  await userEvent.setup().click(screen.getByText('/other'))
  expect(await screen.findByText('stands')).toBeTruthy()
})
