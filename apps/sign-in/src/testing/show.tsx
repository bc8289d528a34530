import { MemoryRouter, textsSettled, useLocation } from '@atrium/shared-api'
import { jest } from '@jest/globals'
import { configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentType, Suspense } from 'react'

// Typing and what is fetched lazily take their time on a busy machine.
jest.setTimeout(60_000)
configure({ asyncUtilTimeout: 10_000 })

/** A user; jsdom never ends the animations at whose start things cannot be clicked. */
export const user = userEvent.setup({ pointerEventsCheck: 0 })

function Place() {
  const { pathname, search, state } = useLocation()
  return (
    <output data-testid="place" data-state={JSON.stringify(state)}>
      {pathname + search}
    </output>
  )
}

/**
 * Renders a screen at an address, which an element of the test id `place` shows.
 * @param state what the page before hands over
 */
export async function show(Screen: ComponentType, address: string, state?: object): Promise<void> {
  const { pathname, search } = new URL(address, 'http://page')
  await textsSettled()
  render(
    <MemoryRouter initialEntries={[{ pathname, search, state }]}>
      <Suspense>
        <Screen />
        <Place />
      </Suspense>
    </MemoryRouter>,
  )
}
