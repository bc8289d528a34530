import { codes, edcChanges, type InvitationChanges, type ProductGrant } from '@atrium/contract'
import { installNotifier, setLanguage } from '@atrium/shared-api'
import { envelope, type Result, startApi } from '@atrium/shared-api/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import '../texts/index.ts'
import type { GrantInWords } from './grants.ts'
import { useReplacement } from './use-replacement.tsx'

jest.setTimeout(180_000)
configure({ asyncUtilTimeout: 10_000 })
const user = userEvent.setup({ pointerEventsCheck: 0 })

const values = {
  ...{
    tenantId: 't',
    studyUrlId: 'l',
    userRole: 'r',
    userTypeId: 'y',
    userPowerRoleId: 'm',
    siteList: ['s1'],
  },
  ...{ userList: ['u1', 'u2'], EmailList: ['ann@x.example', 'new@x.example'] },
  userStudyRoles: [{ roleId: 'CRA', environmentId: 'UAT', roleName: 'CRA', studyId: '' }],
}
const grantOf = (roleName: string, isBlind = 1): ProductGrant => ({
  ...{ generalRoleId: '', siteIds: [], allSites: false },
  roles: [
    { roleId: roleName, roleName, isBlind, environmentId: '', projectId: '', siteIds: [], stockHouseIds: [] },
  ],
})
const three = { wholeStudy: false, siteCount: 6, siteNames: ['A', 'B', 'C', 'D', 'E'] }
const one = { wholeStudy: false, siteCount: 1, siteNames: ['A'] }
const found: InvitationChanges = {
  changes: [
    {
      tenantUserId: 'u1',
      name: 'Ann',
      addresses: ['ann@x.example'],
      before: { ...three, grant: grantOf('DM') },
    },
  ],
  after: { ...one, grant: grantOf('CRA') },
}

let response: Result
let saved: unknown
let api: Awaited<ReturnType<typeof startApi>>
const errors: string[] = []

/** Puts a grant into words, with blinding. */
const withBlinding = ({ roles }: ProductGrant): GrantInWords => ({
  roles: roles.map(({ roleName }) => roleName),
  isBlind: roles[0]?.isBlind === 0 ? 0 : 1,
})
const withoutBlinding = ({ roles }: ProductGrant): GrantInWords => ({
  roles: roles.map(({ roleName }) => roleName),
})

function Screen({ sent, inWords }: { readonly sent: object; readonly inWords: typeof withBlinding }) {
  const { dialog, ask } = useReplacement({ call: edcChanges, users: 'userList', softName: 'EDC', inWords })
  const save = async () => {
    saved = await ask({ ...sent })
  }
  return (
    <>
      <button type="button" onClick={save}>
        save
      </button>
      {dialog}
    </>
  )
}

const save = async (sent: object = values, inWords = withoutBlinding) => {
  render(
    <Suspense>
      <Screen sent={sent} inWords={inWords} />
    </Suspense>,
  )
  await user.click(await screen.findByRole('button', { name: 'save' }))
}
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const isSaved = (expected: unknown) => waitFor(() => expect(saved).toEqual(expected))

beforeAll(async () => {
  api = await startApi(() => response)
  installNotifier({ error: (message) => void errors.push(message) })
})
afterAll(() => api.stop())
beforeEach(async () => {
  await setLanguage('en')
  response = envelope(codes.ok, '', found)
  saved = undefined
  errors.length = 0
  api.seen.length = 0
})
afterEach(cleanup)

describe('an invitation that would replace authorizations', () => {
  it('shows sites and roles before and after, and saves with the people to replace', async () => {
    await save()
    const dialog = await screen.findByRole('dialog', { name: 'Replace present authorizations?' })
    const item = within(dialog).getByRole('listitem')
    expect(item.textContent).toContain('Ann')
    expect(item.textContent).toMatch(/Sites.*Now.*A, B, C, D, E.*6.*Then A/)
    expect(item.textContent).toMatch(/Role.*Now DM.*Then CRA/)
    expect(item.textContent).not.toMatch(/Blind|Access period/)
    expect(api.seen).toMatchObject([{ path: '/studyUser/pre/changes/edc', body: values }])
    await press('Replace for 1 person')
    await isSaved({ ...values, replacing: ['u1'] })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows a period that would change, also if nothing else does', async () => {
    const [person] = found.changes.map((change) => ({ ...change, before: { ...one, grant: grantOf('CRA') } }))
    const grant = { ...grantOf('CRA'), accessFrom: '2027-01-01', accessUntil: '2027-03-31' }
    response = envelope(codes.ok, '', { changes: [person], after: { ...one, grant } })
    await save()
    const item = within(await screen.findByRole('dialog')).getByRole('listitem')
    expect(item.textContent).toMatch(/Access period.*Now No end.*Then 2027-01-01 to 2027-03-31/)
    expect(item.textContent?.match(/Now/g)).toHaveLength(1)
  })

  it('leaves these people out, with their addresses', async () => {
    await save()
    await screen.findByRole('dialog')
    await press('Leave out 1 person')
    await isSaved({ ...values, userList: ['u2'], EmailList: ['new@x.example'] })
  })

  it.each(['button', 'Escape'])('goes back by %s and saves nothing', async (by) => {
    await save()
    await screen.findByRole('dialog')
    if (by === 'button') await press('Go back')
    else await user.keyboard('{Escape}')
    await isSaved(false)
  })

  it('does not offer to leave out the only recipient', async () => {
    await save({ ...values, userList: ['u1'], EmailList: [] })
    await screen.findByRole('dialog')
    expect(screen.queryByRole('button', { name: /Leave out/ })).toBeNull()
  })

  it('warns of a change from blinded to unblinded, which the server rejects, and does not offer it', async () => {
    response = envelope(codes.ok, '', { ...found, after: { ...one, grant: grantOf('CRA', 0) } })
    await save(values, withBlinding)
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByRole('alert').textContent).toMatch(/hold a blinded role.*Ann$/)
    expect(within(dialog).getByRole('listitem').textContent).toMatch(/Now Blinded.*Then Unblinded/)
    expect(screen.queryByRole('button', { name: /Replace/ })).toBeNull()
  })
})

describe('an invitation is saved without a question', () => {
  it('if nobody’s authorization would change', async () => {
    response = envelope(codes.ok, '', { ...found, changes: [] })
    await save()
    await isSaved(values)
  })

  it.each([
    ['it has no recipients', { ...values, userList: [], EmailList: [] }, 0],
    ['a field is wrong', { ...values, userTypeId: '' }, 0],
    ['the server finds a field wrong', values, 1],
  ])('if %s, because the save shows that', async (_what, sent, calls) => {
    response = envelope(codes.invalid, 'wrong', null, { errors: [{ field: 'siteList', message: 'wrong' }] })
    await save(sent)
    await isSaved(sent)
    expect(api.seen).toHaveLength(calls)
    expect(errors).toEqual([])
  })

  it('but not if the changes are unknown', async () => {
    response = envelope(codes.notFound, 'The study is gone')
    await save()
    await isSaved(false)
    expect(errors).toEqual(['The study is gone'])
  })
})
