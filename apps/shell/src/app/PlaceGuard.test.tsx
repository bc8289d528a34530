import { MemoryRouter, Route, Routes, textsSettled, useNavigate } from '@atrium/shared-api'
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense, useEffect } from 'react'
import '../texts/index.ts'
import { PlaceGuard } from './PlaceGuard.tsx'

const thrown = (): never => {
  throw new Error('on purpose')
}

function To({ place }: { readonly place: string }) {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(place)}>
      {place}
    </button>
  )
}

const ThrowsAsItIsLeft = () => {
  useEffect(() => thrown, [])
  return 'to be left'
}

const Throws = () => thrown()

const show = (place: string) =>
  render(
    <MemoryRouter initialEntries={[place]}>
      <Suspense>
        {['/good', '/left', '/other'].map((place) => (
          <To key={place} place={place} />
        ))}
        <PlaceGuard>
          <Routes>
            <Route path="left" element={<ThrowsAsItIsLeft />} />
            <Route path="bad" element={<Throws />} />
            <Route path="*" element="stands" />
          </Routes>
        </PlaceGuard>
      </Suspense>
    </MemoryRouter>,
  )

// React reports what a boundary catches.
beforeEach(async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  await textsSettled()
})
afterEach(() => {
  jest.restoreAllMocks()
  cleanup()
})

it('draws the place that is entered where the one before throws as it is left, each time', async () => {
  const user = userEvent.setup()
  show('/good')
  for (const _time of [1, 2]) {
    await user.click(screen.getByText('/left'))
    expect(await screen.findByText('to be left')).toBeTruthy()
    await user.click(screen.getByText('/good'))
    expect(await screen.findByText('stands')).toBeTruthy()
  }
})

it('says of a place that throws itself that it cannot be shown, and gives another one a chance', async () => {
  show('/bad')
  expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy()
  await userEvent.setup().click(screen.getByText('/other'))
  expect(await screen.findByText('stands')).toBeTruthy()
})
