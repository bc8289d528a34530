import '../index.ts'
import { MemoryRouter, setLanguage } from '@atrium/shared-api'
import { jest } from '@jest/globals'
import { configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import { queryClient } from '../query/index.ts'

// A busy machine takes its time.
jest.setTimeout(60_000)
configure({ asyncUtilTimeout: 10_000 })

/** A user; jsdom never ends the animations at whose start things cannot be clicked. */
export const user = userEvent.setup({ pointerEventsCheck: 0 })

/**
 * Renders building blocks, in English; calls go to the server that the test has started, if any.
 * @param address what the page's address says at first
 */
export async function show(content: ReactNode, address = '/'): Promise<void> {
  queryClient.clear()
  await setLanguage('en')
  render(
    <MemoryRouter initialEntries={[address]}>
      <Suspense>{content}</Suspense>
    </MemoryRouter>,
  )
}
