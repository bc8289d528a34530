import '../index.ts'
import type { TextsOfArea } from '@atrium/contract'
import { addTexts, MemoryRouter, setLanguage } from '@atrium/shared-api'
import { jest } from '@jest/globals'
import { configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import { queryClient } from '../base/query.ts'

// A busy machine takes its time.
jest.setTimeout(60_000)
configure({ asyncUtilTimeout: 10_000 })

/** A user; jsdom never ends the animations at whose start things cannot be clicked. */
export const user = userEvent.setup({ pointerEventsCheck: 0 })

const nothing = async () => ({ default: {} })

/** Brings the texts of areas along, as a remote does that shows their fields. */
export const bringTexts = (...areas: TextsOfArea[]): void =>
  addTexts('test', { zh: nothing, en: nothing }, areas)

/**
 * Renders components in English; calls go to the server that the test has started, if any.
 * @param address initial address of the page
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
