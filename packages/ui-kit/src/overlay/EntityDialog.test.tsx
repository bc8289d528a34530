import { Input } from '@arco-design/web-react'
import { codes, dictionarySave, dictionaryTexts } from '@atrium/contract'
import { envelope, type Result, type SeenRequest, startApi } from '@atrium/shared-api/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { fieldOf } from '../form/Field.tsx'
import { loadTexts, show, user } from '../test-support/render.tsx'
import { EntityDialog } from './EntityDialog.tsx'
import { useEntityDialog } from './use-entity-dialog.ts'

const Field = fieldOf(dictionarySave)

const record = {
  id: 'd1',
  dicName: '肿瘤',
  dicNameEn: 'Oncology',
  dicCode: 'ONC',
  sort: 1,
  categoryId: '16',
  tenantId: '0',
  rowVersion: 3,
}

const historyOf = ({ id = '', dicName = '' }: Partial<typeof record>) => ({
  entity: 'dictionary',
  entityId: id,
  name: dicName,
})

function Screen() {
  const state = useEntityDialog<Partial<typeof record>>()
  return (
    <>
      <button type="button" onClick={() => state.add({ categoryId: '16' })}>
        add
      </button>
      <button type="button" onClick={() => state.edit(record)}>
        edit
      </button>
      <EntityDialog state={state} call={dictionarySave} name="entry" history={historyOf} refreshes={[]}>
        <Field name="dicName">
          <Input />
        </Field>
        <Field name="dicCode">
          <Input />
        </Field>
        <Field name="sort">
          <Input />
        </Field>
      </EntityDialog>
    </>
  )
}

const saved = () => envelope(codes.ok, '', 'd1')

/** Returns a server that rejects the version that the dialog was opened with, and accepts newer ones. */
const changedMeanwhile =
  (...changes: readonly object[]) =>
  ({ body }: SeenRequest): Result =>
    Object(body).rowVersion === record.rowVersion ? envelope(codes.conflict, '', null, { changes }) : saved()

let response: (request: SeenRequest) => Result
let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  loadTexts(dictionaryTexts)
  api = await startApi((request) => response(request))
})
afterAll(() => api.stop())
beforeEach(async () => {
  api.seen.length = 0
  response = saved
  await show(<Screen />)
})
afterEach(cleanup)

const open = async (mode: 'add' | 'edit') => {
  await user.click(await screen.findByText(mode))
  return screen.findByRole('dialog')
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const fill = async (label: string, text: string) => {
  await user.clear(field(label))
  await user.type(field(label), text)
}
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('adding', () => {
  it('sends the input together with the dialog’s initial values, and closes', async () => {
    const dialog = await open('add')
    expect(within(dialog).getByText('Add entry')).toBeTruthy()
    await fill('Name', ' Cardiology ')
    await fill('Code', 'CV')
    await fill('Order', '2')
    await press('Save')
    await isClosed()
    expect(await screen.findByText('Added')).toBeTruthy()
    expect(api.seen).toHaveLength(1)
    expect(api.seen[0]?.body).toMatchObject({
      dicName: 'Cardiology',
      dicCode: 'CV',
      sort: 2,
      categoryId: '16',
    })
  })

  it('calls the server only when the contract’s rules are met', async () => {
    await open('add')
    await fill('Order', '01')
    await press('Save')
    expect(await screen.findByText('Please enter Name!')).toBeTruthy()
    expect(screen.getByText(/positive whole number/)).toBeTruthy()
    expect(api.seen).toHaveLength(0)
  })

  it('sends once, however often Save is clicked', async () => {
    await open('add')
    await fill('Name', 'Cardiology')
    await fill('Code', 'CV')
    await fill('Order', '2')
    const save = screen.getByRole('button', { name: 'Save' })
    for (const _ of [1, 2, 3]) fireEvent.click(save)
    await isClosed()
    expect(api.seen).toHaveLength(1)
  })

  it('starts from an empty form after closing', async () => {
    await open('add')
    await fill('Name', 'Cardiology')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await isClosed()
    await open('add')
    expect(field('Name').value).toBe('')
  })
})

describe('a rejection', () => {
  it('shows the server’s messages at their fields and clears nothing', async () => {
    response = () =>
      envelope(codes.invalid, 'Some entries are not right', null, {
        errors: [
          { field: 'sort', message: 'Sort is too large' },
          { field: 'dicCode', message: 'Code is taken; please choose another' },
        ],
      })
    await open('edit')
    await fill('Code', 'CV')
    await press('Save')
    expect(await screen.findByText('Code is taken; please choose another')).toBeTruthy()
    expect([field('Name').value, field('Code').value]).toEqual(['肿瘤', 'CV'])
    // The first rejected field on the page has the focus, whatever the server's order.
    await waitFor(() => expect(document.activeElement).toBe(field('Code')))
  })

  it('appears above the form if the dialog does not show its field', async () => {
    response = () =>
      envelope(codes.invalid, '', null, {
        errors: [{ field: 'categoryId', message: 'Category does not exist; please choose again' }],
      })
    await open('edit')
    await press('Save')
    expect(await screen.findByText('Category does not exist; please choose again')).toBeTruthy()
  })
})

describe('a conflict', () => {
  beforeEach(async () => {
    response = changedMeanwhile({ field: 'dicName', current: 'Tumours' }, { field: 'rowVersion', current: 5 })
    await open('edit')
    await fill('Name', 'Cancer')
    await press('Save')
    await screen.findByText(/Somebody else changed/)
  })

  it('shows the field with the user’s value and the saved value', () => {
    const row = screen.getByRole('row', { name: /Name/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['Cancer', 'Tumours'])
  })

  it('can be overwritten', async () => {
    await press('Overwrite')
    await isClosed()
    expect(api.seen.at(-1)?.body).toMatchObject({ dicName: 'Cancer', rowVersion: 5 })
  })

  it('can be resolved by taking the other user’s values into the form', async () => {
    await press('Take theirs')
    expect(field('Name').value).toBe('Tumours')
    await press('Save')
    await isClosed()
    expect(api.seen.at(-1)?.body).toMatchObject({ dicName: 'Tumours', rowVersion: 5 })
  })

  it('leaves nothing unsaved after the user takes the other values', async () => {
    await press('Take theirs')
    await user.keyboard('{Escape}')
    await isClosed()
  })

  it('can be postponed', async () => {
    await press('Keep editing')
    expect(field('Name').value).toBe('Cancer')
    expect(screen.queryByText(/Somebody else changed/)).toBeNull()
  })
})

it('saves over a newer version without asking if no field of the dialog changed', async () => {
  response = changedMeanwhile({ field: 'rowVersion', current: 4 })
  await open('edit')
  await fill('Name', 'Cancer')
  await press('Save')
  await isClosed()
  expect(api.seen.at(-1)?.body).toMatchObject({ dicName: 'Cancer', rowVersion: 4 })
})

it('does not report a field as changed if it still has its initial value', async () => {
  response = changedMeanwhile(
    { field: 'dicName', current: record.dicName },
    { field: 'sort', current: 9 },
    { field: 'rowVersion', current: 4 },
  )
  await open('edit')
  await fill('Name', 'Cancer')
  await press('Save')
  await screen.findByText(/Somebody else changed/)
  expect(screen.queryByRole('row', { name: /Name/ })).toBeNull()
  await press('Take theirs')
  await press('Save')
  await isClosed()
  expect(api.seen.at(-1)?.body).toMatchObject({ dicName: 'Cancer', sort: 9, rowVersion: 4 })
})

describe('closing', () => {
  it('does not ask if nothing was changed', async () => {
    await open('edit')
    await user.keyboard('{Escape}')
    await isClosed()
  })

  it('asks before typed text is lost, and stays open if the user wants', async () => {
    await open('edit')
    await fill('Name', 'Cancer')
    await press('Cancel')
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(field('Name').value).toBe('Cancer')
  })

  it('restores the focus', async () => {
    await open('edit')
    await waitFor(() => expect(document.activeElement).toBe(field('Name')))
    await press('Cancel')
    await isClosed()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('edit'))
  })
})
