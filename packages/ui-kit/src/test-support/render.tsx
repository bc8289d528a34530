import '../index.ts'
import { installProfile, MemoryRouter, profile, setLanguage } from '@atrium/shared-api'
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
 * Renders building blocks, in English, against a server.
 * @param prefix base of the calls' paths
 * @param address what the page's address says at first
 */
export async function renderAgainst(prefix: string, content: ReactNode, address = '/'): Promise<void> {
  installProfile({ ...profile(), apiPrefix: prefix })
  queryClient.clear()
  await setLanguage('en')
  render(
    <MemoryRouter initialEntries={[address]}>
      <Suspense>{content}</Suspense>
    </MemoryRouter>,
  )
}
