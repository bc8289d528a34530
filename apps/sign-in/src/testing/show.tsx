import { MemoryRouter, textsSettled, useLocation } from '@atrium/shared-api'
import { jest } from '@jest/globals'
import { configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentType, Suspense } from 'react'

// Long timeouts, in milliseconds: typing and lazy parts are slow on a busy machine.
jest.setTimeout(180_000)
configure({ asyncUtilTimeout: 10_000 })

/** Simulated user whose clicks ignore `pointer-events`. In jsdom, the animations that block clicks never end. */
export const user = userEvent.setup({ pointerEventsCheck: 0 })

function Address() {
  const { pathname, search, state } = useLocation()
  return (
    <output data-testid="address" data-state={JSON.stringify(state)}>
      {pathname + search}
    </output>
  )
}

/**
 * Renders a screen at an address. An element with the test id `address` shows the current address.
 * @param state the state passed on by the previous page
 */
export async function show(Screen: ComponentType, address: string, state?: object): Promise<void> {
  const { pathname, search } = new URL(address, 'http://page')
  await textsSettled()
  render(
    <MemoryRouter initialEntries={[{ pathname, search, state }]}>
      <Suspense>
        <Screen />
        <Address />
      </Suspense>
    </MemoryRouter>,
  )
}
