import { generateKeyPairSync } from 'node:crypto'
import { codes, departmentDelete, loginKey, type Signatory, signatory } from '@atrium/contract'
import { installSignatureQuestion, send } from '@atrium/shared-api'
import { envelope, type Result, type SeenRequest, startApi } from '@atrium/shared-api/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { loadTexts, show, user } from '../test-support/render.tsx'
import { askSignature } from './ask-signature.tsx'

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = {
  keyId: 'k',
  publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  time: 1_800_000_000_000,
}

const problemOf = (field: string, message: string) =>
  envelope(codes.invalid, '', null, { errors: [{ field, message }], signatureMeaning: 'reviewer' })

const ready: Signatory = {
  ...{ userName: 'li.min', printedName: '李敏', state: 'ready', problem: '', hasSigned: false },
}

let who: Signatory
let response: (request: SeenRequest) => Result
let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  loadTexts()
  installSignatureQuestion(askSignature)
  api = await startApi((request) => {
    if (request.path === signatory.path) return envelope(codes.ok, '', who)
    if (request.path === loginKey.path) return envelope(codes.ok, '', key)
    return response(request)
  })
})
afterAll(() => api.stop())
beforeEach(async () => {
  api.seen.length = 0
  who = ready
  response = ({ headers }) =>
    headers['signature-password'] ? envelope(codes.ok, '') : problemOf('signature', 'Sign this')
  await show(
    <button type="button" onClick={() => void send(departmentDelete, { id: 'd1' }).catch(() => undefined)}>
      delete
    </button>,
  )
  await user.click(await screen.findByRole('button', { name: 'delete' }))
})
afterEach(cleanup)

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Electronic signature' }))
const deletions = () => api.seen.filter(({ path }) => path === departmentDelete.path)
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('the dialog of a signature', () => {
  it('shows who signs and the meaning, and asks for both components at first', async () => {
    const question = await dialog()
    expect(question.getByText('李敏 (li.min)')).toBeTruthy()
    expect(question.getByText('Reviewer')).toBeTruthy()
    expect(question.getByText(/legally binding equivalent/)).toBeTruthy()
    await user.click(question.getByRole('button', { name: 'Sign' }))
    expect(question.getByRole('alert').textContent).toBe('Enter your user name')
    await user.type(question.getByLabelText('User name'), 'li.min')
    await user.type(question.getByLabelText('Password'), 'Right0Password{Enter}')
    await isClosed()
    expect(deletions()[1]?.headers).toMatchObject({
      'signature-account': 'li.min',
      'signature-meaning': 'reviewer',
      'signature-password': expect.stringMatching(/^v2\.k\./),
    })
  })

  it('stays open with everything but the password after a wrong one', async () => {
    const question = await dialog()
    response = () => problemOf('signature.password', 'The password is wrong')
    await user.type(question.getByLabelText('User name'), 'li.min')
    await user.type(question.getByLabelText('Password'), 'Wrong0Password')
    await user.click(question.getByRole('button', { name: 'Sign' }))
    expect((await question.findByRole('alert')).textContent).toBe('The password is wrong')
    expect(question.getByLabelText<HTMLInputElement>('User name').value).toBe('li.min')
    expect(question.getByLabelText<HTMLInputElement>('Password').value).toBe('')
    await waitFor(() => expect(document.activeElement).toBe(question.getByLabelText('Password')))
    response = () => envelope(codes.ok, '')
    await user.type(question.getByLabelText('Password'), 'Right0Password{Enter}')
    await isClosed()
    expect(deletions()).toHaveLength(3)
  })

  it('changes nothing when it is cancelled', async () => {
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }))
    await isClosed()
    expect(await screen.findByText('Not signed: nothing was changed')).toBeTruthy()
    expect(deletions()).toHaveLength(1)
  })
})
