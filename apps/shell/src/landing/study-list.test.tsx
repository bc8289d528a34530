import { codes } from '@atrium/contract'
import { endSession, MemoryRouter, startSession, textsSettled } from '@atrium/shared-api'
import { envelope, type SeenRequest, startApi } from '@atrium/shared-api/testing'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import '../texts/index.ts'
import StudyListPage from './StudyListPage.tsx'

// Long timeout for a busy machine, in milliseconds.
configure({ asyncUtilTimeout: 10_000 })

/** More studies than the page lists. */
const studies = Array.from({ length: 120 }, (_, index) => ({
  studyUrlId: `u${index}`,
  studyName: `研究 ${index + 1}`,
  sites: [],
}))

const find = ({ body }: SeenRequest) => {
  const { keyWord = '', limit = 1000 } = Object(body)
  const found = studies.filter(({ studyName }) => studyName.includes(keyWord))
  return envelope(codes.ok, '', found.slice(0, limit))
}

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi(find)
})
afterAll(async () => {
  endSession()
  await api.stop()
})

it('hints that a keyword finds studies beyond the listed ones', async () => {
  startSession('k')
  await textsSettled()
  render(
    <MemoryRouter>
      <Suspense>
        <StudyListPage />
      </Suspense>
    </MemoryRouter>,
  )
  const list = await screen.findByRole('list', { name: '选择研究' })
  expect(within(list).getAllByRole('button')).toHaveLength(100)
  expect(within(list).getByText('还有更多，请输入关键词缩小范围')).toBeTruthy()
  await userEvent.click(screen.getByRole('textbox'))
  await userEvent.paste('研究 120')
  // A query by role takes long with a hundred buttons, so it does not wait for the list.
  await waitFor(() => expect(screen.queryByText('研究 1')).toBeNull())
  expect(screen.getAllByRole('button', { name: /^研究/ })).toHaveLength(1)
  expect(screen.queryByText('还有更多，请输入关键词缩小范围')).toBeNull()
})
