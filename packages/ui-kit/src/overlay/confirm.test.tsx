import { endSession, startSession } from '@atrium/shared-api'
import { beforeEach, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { show, user } from '../test-support/render.tsx'
import { confirmDialog } from './confirm.ts'

const question = { title: 'Delete', content: 'Really?', ok: 'Yes' }
const gone = () => waitFor(() => expect(screen.queryByText('Really?')).toBeNull())

beforeEach(() => show(<button type="button">opener</button>))

it('returns whether the user agreed, and gives the focus back', async () => {
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

it('goes with the page that asks: the way back is a no', async () => {
  const response = confirmDialog(question)
  await screen.findByText('Really?')
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(await response).toBe(false)
  await gone()
})

it('goes with the session', async () => {
  startSession('key')
  const response = confirmDialog(question)
  await screen.findByText('Really?')
  endSession()
  expect(await response).toBe(false)
  await gone()
})

it('asks one thing at a time', async () => {
  const first = confirmDialog(question)
  expect(await confirmDialog({ ...question, content: 'And this?' })).toBe(false)
  await user.click(await screen.findByText('Yes'))
  expect(await first).toBe(true)
  expect(screen.queryByText('And this?')).toBeNull()
  await gone()
})
