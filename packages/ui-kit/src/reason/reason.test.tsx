import { Input } from '@arco-design/web-react'
import {
  type Call,
  codes,
  departmentDelete,
  dictionarySave,
  dictionaryTexts,
  globalTenantId,
  reasonChoices,
  releaseRollback,
  releaseTexts,
  roleDelete,
  tenantUserTexts,
  tenantUserUpdateBase,
  type UserInfo,
} from '@atrium/contract'
import { endSession, installReasonQuestion, send, useSession } from '@atrium/shared-api'
import { envelope, type Result, type SeenRequest, startApi } from '@atrium/shared-api/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { fieldOf } from '../form/Field.tsx'
import { EntityDialog } from '../overlay/EntityDialog.tsx'
import { useDeletion } from '../overlay/use-deletion.ts'
import { useEntityDialog } from '../overlay/use-entity-dialog.ts'
import { loadTexts, show, user } from '../test-support/render.tsx'
import { askReason } from './ask-reason.tsx'
import { isReasonNeeded, tenantOfChange } from './policy.ts'

const Field = fieldOf(dictionarySave)
const ReleaseField = fieldOf(releaseRollback)

function Screen() {
  const state = useEntityDialog<{ tenantId: string; dicName: string }>()
  const release = useEntityDialog<{ name: string; reason: string }>()
  const remove = useDeletion(departmentDelete, [])
  return (
    <>
      <button type="button" onClick={() => state.edit({ tenantId: 't1', dicName: '肿瘤' })}>
        edit
      </button>
      <button type="button" onClick={() => void remove({ id: 'd1' }, '药学部', 't1')}>
        delete
      </button>
      <button
        type="button"
        onClick={() => void send(roleDelete, { ids: ['r1', 'r2'] }).catch(() => undefined)}
      >
        unprepared
      </button>
      <button type="button" onClick={() => release.add({ name: 'edc', reason: '' })}>
        release
      </button>
      <EntityDialog state={release} call={releaseRollback} name="release" history="none" refreshes={[]}>
        <ReleaseField name="reason">
          <Input />
        </ReleaseField>
      </EntityDialog>
      <EntityDialog state={state} call={dictionarySave} name="entry" history="none" refreshes={[]}>
        <Field name="dicName">
          <Input />
        </Field>
      </EntityDialog>
    </>
  )
}

const reasons = [
  { code: 'L', name: 'Left' },
  { code: 'T', name: 'Entry error' },
]
const errors = [{ field: 'reason', message: 'The chosen reason is not in the list' }]
const missing = envelope(codes.invalid, '', null, { errors })

let response: (request: SeenRequest) => Result
let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  loadTexts(dictionaryTexts, releaseTexts, tenantUserTexts)
  installReasonQuestion(askReason)
  api = await startApi((request) =>
    request.path === reasonChoices.path ? envelope(codes.ok, '', { kinds: [], reasons }) : response(request),
  )
})
afterAll(() => api.stop())

const tenant = (id: string) => ({ id, tenantName: id })
const signIn = (...changeReasons: UserInfo['changeReasons']) =>
  useSession.setState({
    user: {
      id: 'u',
      platformMenus: [],
      tenants: [tenant('t1')],
      changeReasons,
    } as Partial<UserInfo> as UserInfo,
  })
beforeEach(async () => {
  api.seen.length = 0
  response = () => envelope(codes.ok, '')
  signIn({ tenantId: globalTenantId, kinds: ['delete', 'record'] })
  await show(<Screen />)
})
afterEach(() => {
  cleanup()
  endSession()
})

const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const explain = async (text: string) => user.type(await screen.findByLabelText('Explanation'), text)
const choose = async (name: string) => {
  await user.click(await screen.findByRole('combobox', { name: 'Choose a reason' }))
  await user.click(await screen.findByRole('option', { name }))
}
const sent = (call: Call) => api.seen.filter(({ path }) => path === call.path)
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('a confirmation', () => {
  it('stays open until it has a reason, which the call sends', async () => {
    await press('delete')
    const question = within(await screen.findByRole('dialog'))
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect((await question.findByRole('alert')).textContent).toBe('State the reason for this change')
    expect(sent(departmentDelete)).toEqual([])
    await explain('moved')
    expect(question.queryByRole('alert')).toBeNull()
    await user.click(question.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(sent(departmentDelete)).toHaveLength(1))
    expect(sent(departmentDelete)[0]?.headers['change-reason']).toBe('moved')
    await isClosed()
  })

  it('offers the reasons of the row’s tenant', async () => {
    await press('delete')
    await choose('Left')
    expect(sent(reasonChoices).map(({ body }) => body)).toEqual([{ tenantId: 't1' }])
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(sent(departmentDelete)[0]?.headers['change-reason-code']).toBe('L'))
    await isClosed()
  })

  it('rejects a text that is too long before it is sent', async () => {
    await press('delete')
    const question = within(await screen.findByRole('dialog'))
    await user.click(await question.findByLabelText('Explanation'))
    await user.paste('x'.repeat(501))
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect((await question.findByRole('alert')).textContent).toContain('500')
    expect(sent(departmentDelete)).toEqual([])
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    await isClosed()
  })

  it('does not ask where the policy does not', async () => {
    signIn({ tenantId: globalTenantId, kinds: ['delete'] }, { tenantId: 't1', kinds: [] })
    await press('delete')
    const question = within(await screen.findByRole('dialog'))
    expect(question.queryByLabelText('Explanation')).toBeNull()
    await user.click(question.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(sent(departmentDelete)).toHaveLength(1))
    await isClosed()
  })

  it('is repeated with what the user entered if the server rejects the reason', async () => {
    response = () => missing
    await press('delete')
    await explain('moved')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
    const again = within(await screen.findByRole('dialog', { name: 'Reason for change' }))
    expect(again.getByLabelText<HTMLTextAreaElement>('Explanation').value).toBe('moved')
    expect(again.getByRole('alert').textContent).toBe('The chosen reason is not in the list')
    response = () => envelope(codes.ok, '')
    await user.click(again.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(sent(departmentDelete)).toHaveLength(2))
    await isClosed()
  })
})

describe('a dialog', () => {
  it('asks in its footer, and keeps all input when the server rejects the reason', async () => {
    await press('edit')
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('State the reason for this change')
    expect(sent(dictionarySave)).toEqual([])
    await choose('Entry error')
    response = () => missing
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('The chosen reason is not in the list')
    expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('肿瘤')
    response = () => envelope(codes.ok, '', 'd1')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await isClosed()
    expect(sent(dictionarySave).map(({ headers }) => headers['change-reason-code'])).toEqual(['T', 'T'])
  })

  it('asks before a reason that was entered is discarded', async () => {
    await press('edit')
    await explain('typing error')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Discard unsaved changes?')).toBeTruthy()
    await press('Discard')
    await isClosed()
  })

  it('asks once the server has, if the session knows no policy that does', async () => {
    signIn()
    await press('edit')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByLabelText('Explanation')).toBeNull()
    response = () => missing
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await explain('typing error')
    response = () => envelope(codes.ok, '', 'd1')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await isClosed()
    expect(sent(dictionarySave)[1]?.headers['change-reason']).toBe('typing%20error')
  })
})

describe('a dialog whose tenant the page does not know', () => {
  it('waits until the server asks, and offers the list that the server sends', async () => {
    signIn({ tenantId: globalTenantId, kinds: ['delete'] }, { tenantId: 't2', kinds: ['delete'] })
    useSession.setState(({ user }) => ({
      user: user && { ...user, tenants: [tenant('t1'), tenant('t2')] },
    }))
    response = ({ headers }) =>
      headers['change-reason-code']
        ? envelope(codes.ok, '')
        : envelope(codes.invalid, '', null, { errors, reasons: [{ code: 'S', name: 'Sponsor' }] })
    await press('unprepared')
    await choose('Sponsor')
    await press('Continue')
    await waitFor(() => expect(sent(roleDelete)).toHaveLength(2))
    expect(sent(roleDelete)[1]?.headers['change-reason-code']).toBe('S')
    expect(sent(reasonChoices)).toEqual([])
    await isClosed()
  })
})

describe('a dialog with a field for the reason', () => {
  const isMarked = async () => {
    const label = await screen.findByText('Reason', { selector: 'label' })
    return label.querySelector('.arco-form-item-symbol') !== null
  }

  it('requires it if the policy does, without asking in its footer', async () => {
    signIn({ tenantId: globalTenantId, kinds: ['release'] })
    await press('release')
    const dialog = within(await screen.findByRole('dialog'))
    expect(await isMarked()).toBe(true)
    expect(dialog.queryByLabelText('Explanation')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Please enter Reason!')).toBeTruthy()
    expect(sent(releaseRollback)).toEqual([])
    await user.type(dialog.getByLabelText('Reason'), 'faulty')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await isClosed()
    expect(sent(releaseRollback)).toMatchObject([{ body: { reason: 'faulty' } }])
  })

  it('leaves it optional if the policy does', async () => {
    await press('release')
    await screen.findByRole('dialog')
    expect(await isMarked()).toBe(false)
  })
})

describe('any other act', () => {
  it('asks once for all rows when the server requires a reason', async () => {
    response = ({ headers }) => (headers['change-reason'] ? envelope(codes.ok, '') : missing)
    await press('unprepared')
    await explain('unused')
    await press('Continue')
    await waitFor(() => expect(sent(roleDelete)).toHaveLength(2))
    expect(sent(roleDelete)[1]).toMatchObject({
      body: { ids: ['r1', 'r2'] },
      headers: { 'change-reason': 'unused' },
    })
    await isClosed()
  })
})

describe('the policy of a change', () => {
  const member = (...tenants: string[]) =>
    ({
      platformMenus: [],
      tenants: tenants.map(tenant),
      changeReasons: [
        { tenantId: globalTenantId, kinds: ['delete'] },
        { tenantId: 't2', kinds: ['role'] },
      ],
    }) as Partial<UserInfo> as UserInfo

  it('is that of the tenant that the input names, else of the user’s only tenant, else the platform’s', () => {
    const one = member('t1')
    expect(tenantOfChange(departmentDelete, { id: 'd', tenantId: 't2' }, one)).toBe('t2')
    expect(tenantOfChange(departmentDelete, { id: 'd' }, one)).toBe('t1')
    expect(tenantOfChange(departmentDelete, { id: 'd' }, member('t1', 't2'))).toBe(undefined)
    expect(tenantOfChange(roleDelete, {}, one)).toBe(globalTenantId)
  })

  it('is the platform’s in any tenant if no tenant has its own', () => {
    const user = { ...member('t1', 't2'), changeReasons: [{ tenantId: globalTenantId, kinds: ['delete'] }] }
    expect(tenantOfChange(departmentDelete, { id: 'd' }, user)).toBe(globalTenantId)
  })

  it('asks for the reason in its own tenant only, and not before the server if the tenant is unknown', () => {
    const both = member('t1', 't2')
    expect(isReasonNeeded(departmentDelete, 't1', both)).toBe(true)
    expect(isReasonNeeded(departmentDelete, 't2', both)).toBe(false)
    expect(isReasonNeeded(departmentDelete, undefined, both)).toBe(false)
    expect(isReasonNeeded(tenantUserUpdateBase, 't2', both)).toBe(true)
    expect(isReasonNeeded(tenantUserUpdateBase, 't1', both)).toBe(false)
  })
})
