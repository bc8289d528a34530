import { codes, tenantCombobox } from '@atrium/contract'
import { envelope, type Result, startApi } from '@atrium/shared-api/testing'
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { show } from '../test-support/render.tsx'
import { type CallOptions, useCall } from './query.ts'

function Tenants(options: CallOptions) {
  const { data, error } = useCall(tenantCombobox, {}, options)
  if (error) return <p role="alert">{error.message}</p>
  return data && <p>{data.map(({ desc }) => desc).join()}</p>
}

let response: () => Result
let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi(() => response())
})
afterAll(() => api.stop())
afterEach(cleanup)

const happens = (event: string) => act(async () => void window.dispatchEvent(new Event(event)))

it('repeats failed calls once the network is back, but not successful ones', async () => {
  response = () => ({ status: 502 })
  await happens('offline')
  await show(<Tenants />)
  expect((await screen.findByRole('alert')).textContent).toContain('unavailable')
  response = () => envelope(codes.ok, '', [{ code: '1', desc: 'Aurora' }])
  await happens('online')
  await screen.findByText('Aurora')
  expect(api.seen).toHaveLength(2)
  await happens('offline')
  await happens('online')
  expect(api.seen).toHaveLength(2)
})

it('polls on request, and shows each response', async () => {
  response = () => envelope(codes.ok, '', [{ code: '1', desc: `Aurora ${api.seen.length}` }])
  const before = api.seen.length
  await show(<Tenants repeatAfter={20} />)
  await waitFor(() => expect(api.seen.length).toBeGreaterThan(before + 2))
  await screen.findByText(/Aurora \d/)
})
