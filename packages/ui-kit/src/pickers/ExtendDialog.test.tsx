import { codes, tenantUserExtend, tenantUserTexts } from '@atrium/contract'
import { envelope, startApi } from '@atrium/shared-api/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { useEntityDialog } from '../overlay/use-entity-dialog.ts'
import { loadTexts, show, user } from '../test-support/render.tsx'
import { ExtendDialog } from './ExtendDialog.tsx'
import type { Extension } from './extension.ts'

let response = () => envelope(codes.ok, '', null)
let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  loadTexts(tenantUserTexts)
  api = await startApi(() => response())
})
afterAll(() => api.stop())
beforeEach(() => {
  api.seen.length = 0
  response = () => envelope(codes.ok, '', null)
})
afterEach(cleanup)

function Screen({ extension }: { readonly extension: Extension }) {
  const state = useEntityDialog<Extension>()
  return (
    <>
      <button type="button" onClick={() => state.edit(extension)}>
        open
      </button>
      <ExtendDialog state={state} call={tenantUserExtend} tenantId="t1" refreshes={[]} />
    </>
  )
}

const open = async (extension: Extension) => {
  await show(<Screen extension={extension} />)
  await user.click(await screen.findByText('open'))
  return screen.findByRole('dialog', { name: 'Extend access' })
}
const lastDay = () => screen.getByLabelText<HTMLInputElement>('Last day')
const save = () => user.click(screen.getByRole('button', { name: 'Extend' }))

describe('extending access', () => {
  it('sends the new last day of all chosen people', async () => {
    const dialog = await open({
      ids: ['1', '2'],
      names: ['Wang', 'Li'],
      accessUntil: '2030-06-30',
      unlimited: false,
    })
    expect(dialog.textContent).toContain('Wang, Li')
    expect(lastDay().value).toBe('2030-06-30')
    await user.clear(lastDay())
    await user.type(lastDay(), '2031-12-31')
    await save()
    expect(await screen.findByText('Last day updated')).toBeTruthy()
    expect(api.seen[0]?.body).toEqual({
      ids: ['1', '2'],
      accessUntil: '2031-12-31',
      unlimited: false,
    })
  })

  it('requires a last day, or an explicit choice of no end', async () => {
    await open({ ids: ['1', '2'], names: ['Wang', 'Li'], accessUntil: '', unlimited: false })
    await save()
    expect(await screen.findByText(/select/i)).toBeTruthy()
    expect(api.seen).toEqual([])
    await user.click(screen.getByRole('radio', { name: 'No end' }))
    await save()
    expect(await screen.findByText('Last day updated')).toBeTruthy()
    expect(api.seen[0]?.body).toMatchObject({ ids: ['1', '2'], unlimited: true })
  })

  it('counts people whom it does not name', async () => {
    const names = ['A1', 'A2', 'A3', 'A4', 'A5', 'A6']
    const dialog = await open({ ids: names, names, accessUntil: '', unlimited: false })
    expect(dialog.textContent).toContain('A4, A5 and others: 6 people')
    expect(dialog.textContent).not.toContain('A6')
  })

  it('keeps the form open when the server rejects the day', async () => {
    response = () =>
      envelope(codes.invalid, '', null, { errors: [{ field: 'accessUntil', message: 'In the past' }] })
    await open({ ids: ['1'], names: ['Wang'], accessUntil: '2020-01-01', unlimited: false })
    await save()
    expect(await screen.findByText('In the past')).toBeTruthy()
    await waitFor(() => expect(lastDay().value).toBe('2020-01-01'))
  })
})
