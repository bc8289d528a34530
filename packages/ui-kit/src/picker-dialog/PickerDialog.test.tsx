import { codes, siteList } from '@atrium/contract'
import { envelope, type Result, type SeenRequest, startApi } from '@atrium/shared-api/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import type { ColumnsOf } from '../list/index.ts'
import { show, user } from '../test-support/render.tsx'
import { PickerDialog, type PickerDialogProps } from './index.ts'

const all = Array.from({ length: 25 }, (_, index) => ({
  id: `s${index + 1}`,
  siteName: `Hospital ${index + 1}`,
}))

const columns: ColumnsOf<typeof siteList> = [{ key: 'siteName', title: 'Site', width: 200 }]
const nameOf = ({ siteName }: { readonly siteName: string }) => siteName
const input = {}

let added: string[] = []
let reject = false
const pick = async (rows: readonly { readonly siteName: string }[]) => {
  if (reject) throw new Error('refused')
  added = rows.map(nameOf)
}

type Options = Partial<
  Pick<PickerDialogProps<typeof siteList>, 'single' | 'stays' | 'max' | 'searchOnRequest'>
>

function Screen(options: Options) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <PickerDialog
        open={open}
        title="Add sites"
        ok="Add"
        call={siteList}
        input={input}
        placeholder="Search sites"
        name="sites to pick"
        label="Sites"
        columns={columns}
        nameOf={nameOf}
        empty="no site yet"
        noMatch="no such site"
        onPick={pick}
        onClose={() => setOpen(false)}
        {...options}
      />
    </>
  )
}

function found({ body }: SeenRequest): Result {
  const { keyWord = '', page, limit } = Object(body)
  const matching = all.filter(({ siteName }) => siteName.includes(keyWord))
  const list = matching.slice((page - 1) * limit, page * limit)
  return envelope(codes.ok, '', { list, totalCount: matching.length })
}

let response: (request: SeenRequest) => Result
let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi((request) => response(request))
})
afterAll(() => api.stop())
beforeEach(() => {
  added = []
  reject = false
  response = found
})
afterEach(cleanup)

const open = async (options: Options = {}) => {
  await show(<Screen {...options} />)
  await reopen()
}
const reopen = async () => {
  await user.click(await screen.findByRole('button', { name: 'open' }))
  await screen.findByRole('dialog')
}
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const row = (number: number) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: `Select Hospital ${number}` })
const rows = () => screen.getAllByRole('row').length - 1
const search = async (text: string) => {
  const field = screen.getByLabelText('Search sites')
  await user.clear(field)
  if (text !== '') await user.type(field, text)
}
const turnTo = async (page: number) =>
  user.click(await within(screen.getByRole('dialog')).findByText(String(page), { selector: 'li' }))
const selected = () => screen.getByRole('status').textContent
const add = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add' })
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('picking several rows', () => {
  it('keeps the selection across pages and searches, and returns the rows in order of selection', async () => {
    await open()
    await user.click(await row(2))
    await turnTo(2)
    await user.click(await row(14))
    await search('25')
    await user.click(await row(25))
    await waitFor(() => expect(rows()).toBe(1))
    expect(selected()).toBe('3 selected')
    await press('Add')
    await isClosed()
    expect(added).toEqual(['Hospital 2', 'Hospital 14', 'Hospital 25'])
  })

  it('searches from the first page, and shows that nothing was found', async () => {
    await open()
    await row(1)
    await turnTo(3)
    await row(25)
    await search('Hospital 2')
    await row(2)
    await search('Hotel')
    expect(await screen.findByText('no such site')).toBeTruthy()
  })

  it('searches for whole words on request, and not while the user types', async () => {
    await open({ searchOnRequest: true })
    await row(1)
    api.seen.length = 0
    await user.type(screen.getByLabelText('Search sites'), 'Hospital 25')
    expect(api.seen).toHaveLength(0)
    await press('Find')
    await waitFor(() => expect(rows()).toBe(1))
    expect(api.seen).toHaveLength(1)
    await user.type(screen.getByLabelText('Search sites'), '0')
    await press('Find')
    expect(await screen.findByText('no such site')).toBeTruthy()
    expect(api.seen).toHaveLength(2)
  })

  it('shows the selection, from which a row can be removed and restored', async () => {
    await open()
    await user.click(await row(3))
    await user.click(await row(4))
    await press('Show selected')
    await waitFor(() => expect(rows()).toBe(2))
    await user.click(await row(3))
    expect(selected()).toBe('1 selected')
    expect((await row(3)).checked).toBe(false)
    await press('Back to the list')
    expect((await row(3)).checked).toBe(false)
    expect((await row(4)).checked).toBe(true)
    await press('Clear selection')
    expect(selected()).toBe('0 selected')
    expect(add().disabled).toBe(true)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Search sites')))
  })

  it('states the maximum selection, and does not accept more', async () => {
    await open({ max: 1 })
    await user.click(await row(1))
    expect(add().disabled).toBe(false)
    await user.click(await row(2))
    expect(selected()).toBe('At most 1 can be selected at once, but 2 are selected')
    expect(add().disabled).toBe(true)
  })

  it('keeps the selection if the rows are rejected', async () => {
    reject = true
    await open()
    await user.click(await row(5))
    await press('Add')
    await waitFor(() => expect(add().disabled).toBe(false))
    expect((await row(5)).checked).toBe(true)
    reject = false
    await press('Add')
    await isClosed()
    expect(added).toEqual(['Hospital 5'])
  })

  it('asks before a selection is lost, and starts empty when opened again', async () => {
    await open()
    await user.click(await row(1))
    await press('Cancel')
    await press('Keep editing')
    expect((await row(1)).checked).toBe(true)
    await press('Cancel')
    await press('Discard')
    await isClosed()
    await reopen()
    expect((await row(1)).checked).toBe(false)
    expect(selected()).toBe('0 selected')
  })

  it('offers a retry if the rows could not be loaded', async () => {
    response = () => envelope(codes.forbidden, 'out of order')
    await open()
    expect(await screen.findByText('out of order')).toBeTruthy()
    response = found
    await press('Try again')
    expect(await row(1)).toBeTruthy()
  })
})

it('picks one row if only one may be picked', async () => {
  await open({ single: true })
  const choice = (number: number) =>
    screen.findByRole<HTMLInputElement>('radio', { name: `Select Hospital ${number}` })
  await user.click(await choice(1))
  await turnTo(2)
  await user.click(await choice(11))
  expect(selected()).toBe('1 selected')
  expect(screen.queryByLabelText('Select all of this page')).toBeNull()
  await press('Add')
  await isClosed()
  expect(added).toEqual(['Hospital 11'])
})

it('stays open for the next row on request, with the same search and an empty selection', async () => {
  await open({ single: true, stays: true })
  await search('Hospital 2')
  await waitFor(() => expect(rows()).toBe(7))
  await user.click(await screen.findByRole('radio', { name: 'Select Hospital 20' }))
  await press('Add')
  await waitFor(() => expect(selected()).toBe('0 selected'))
  expect(added).toEqual(['Hospital 20'])
  expect(rows()).toBe(7)
  expect(document.activeElement).toBe(screen.getByLabelText('Search sites'))
  await user.click(within(screen.getByRole('dialog')).getByText('Close'))
  await isClosed()
})
