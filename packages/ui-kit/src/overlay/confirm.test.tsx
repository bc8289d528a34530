import { endSession, startSession } from '@atrium/shared-api'
import { beforeEach, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { show, user } from '../test-support/render.tsx'
import { confirmDialog } from './confirm.tsx'

const question = { title: 'Delete', content: 'Really?', ok: 'Yes' }
const gone = () => waitFor(() => expect(screen.queryByText('Really?')).toBeNull())

beforeEach(() => show(<button type="button">opener</button>))

it('returns whether the user agreed, and restores the focus', async () => {
  const opener = screen.getAllByText('opener')[0]
  opener?.focus()
  const agreed = confirmDialog(question)
  await user.click(await screen.findByText('Yes'))
  expect(await agreed).toBe(true)
  await waitFor(() => expect(document.activeElement).toBe(opener))
  await gone()

  const rejected = confirmDialog(question)
  await user.click(await screen.findByText('Cancel'))
  expect(await rejected).toBe(false)
  await gone()
})

it('closes with the page that asks, and returns false', async () => {
  const response = confirmDialog(question)
  await screen.findByText('Really?')
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(await response).toBe(false)
  await gone()
})

it('closes when the session ends', async () => {
  startSession('key')
  const response = confirmDialog(question)
  await screen.findByText('Really?')
  endSession()
  expect(await response).toBe(false)
  await gone()
})

it('shows one question at a time', async () => {
  const first = confirmDialog(question)
  expect(await confirmDialog({ ...question, content: 'And this?' })).toBe(false)
  await user.click(await screen.findByText('Yes'))
  expect(await first).toBe(true)
  expect(screen.queryByText('And this?')).toBeNull()
  await gone()
})
