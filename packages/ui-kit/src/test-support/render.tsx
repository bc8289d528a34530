import '../index.ts'
import type { TextsOfArea } from '@atrium/contract'
import { addTexts, MemoryRouter, setLanguage } from '@atrium/shared-api'
import { jest } from '@jest/globals'
import { configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import { queryClient } from '../base/query.ts'

// Tests are slow on a busy machine.
jest.setTimeout(180_000)
configure({ asyncUtilTimeout: 10_000 })

/** A test user without pointer checks, because in jsdom animations never end and their elements would stay unclickable. */
export const user = userEvent.setup({ pointerEventsCheck: 0 })

const nothing = async () => ({ default: {} })

/** Loads the texts of areas, as a remote that shows their fields does. */
export const loadTexts = (...areas: TextsOfArea[]): void =>
  addTexts('test', { zh: nothing, en: nothing }, areas)

/**
 * Renders components in English. Calls go to the server that the test has started, if any.
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
