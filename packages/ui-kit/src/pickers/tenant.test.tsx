import { codes, type UserInfo } from '@atrium/contract'
import { setLanguage, useSession, writeCookie } from '@atrium/shared-api'
import { envelope, type SeenRequest, startApi } from '@atrium/shared-api/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { show, user } from '../test-support/render.tsx'
import { TenantFilter, TenantSelect, useTenantChoice, useTenantFilters } from './tenant.tsx'

/** Far more tenants than are offered at once, sorted by name. */
const tenants = Array.from({ length: 5000 }, (_, index) => ({
  code: `t${index}`,
  desc: `Tenant ${String(index).padStart(4, '0')}`,
}))
/** Tenants that the user may choose. */
let choosable = tenants

function find({ query }: SeenRequest) {
  const [id, keyWord] = [query.get('tenantId') ?? '', query.get('keyWord') ?? '']
  const found = choosable.filter(({ code, desc }) => (id === '' || code === id) && desc.includes(keyWord))
  if (id !== '' && found.length === 0) return envelope(codes.notFound, 'Not found')
  return envelope(codes.ok, '', found.slice(0, Number(query.get('limit') ?? 1000)))
}

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi(find)
})
afterAll(() => api.stop())
beforeEach(() => {
  api.seen.length = 0
  choosable = tenants
  writeCookie('atrium-tenant', '', 0)
})

const signIn = (platformMenus: readonly string[]) =>
  useSession.setState({ user: { id: 'somebody', platformMenus } as unknown as UserInfo })

const select = () => screen.getByRole('combobox')
const offered = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const asked = () =>
  api.seen.map(({ query }) =>
    Object.fromEntries([...query].filter(([name]) => name !== 'language' && name !== 't')),
  )

interface AboutProps {
  readonly chosen?: string
  readonly onShow?: (tenantId: string) => void
}

function About({ chosen = '', onShow }: AboutProps) {
  const [id, choose] = useState(chosen)
  const { tenantId, select } = useTenantChoice({ chosen: id, onChoose: choose })
  onShow?.(tenantId)
  return (
    <>
      <TenantSelect {...select} />
      <output>{tenantId}</output>
    </>
  )
}

const filters = { tenantId: '', keyWord: '' }

function Listed() {
  const options = useTenantFilters(filters)
  const [chosen, choose] = useState<string>()
  const tenantId = chosen ?? options.filters.tenantId
  return (
    <>
      <TenantFilter value={tenantId} onChange={choose} />
      <output>{options.enabled ? tenantId || 'all' : 'waiting'}</output>
    </>
  )
}

/** Presses Enter on the focused element. Arco uses the key code, which the simulated keyboard lacks. */
const pressEnter = () => fireEvent.keyDown(document.activeElement ?? document.body, { keyCode: 13 })

const about = () => screen.getByRole('status').textContent
const isAbout = (id: string) => waitFor(() => expect(about()).toBe(id))

describe('a selector of thousands of tenants', () => {
  it('loads only the first tenants for its screen, and shows that there are more', async () => {
    signIn(['tenantPin'])
    await show(<About />, '/tenantManager/tenantPin')
    await isAbout('t0')
    await user.click(select())
    expect(offered()).toHaveLength(50)
    expect(screen.getByText(/More exist/)).toBeTruthy()
    expect(asked()).toEqual([{ keyWord: '', limit: '51', menu: 'tenantPin' }])
  })

  it('lets the server search for typed text, and chooses the result on Enter', async () => {
    await show(<About />)
    await isAbout('t0')
    await user.click(select())
    await user.paste('4321')
    await waitFor(() => expect(offered()).toEqual(['Tenant 4321']))
    expect(screen.queryByText(/More exist/)).toBeNull()
    pressEnter()
    await isAbout('t4321')
    expect(select().textContent).toContain('Tenant 4321')
    // One call for the first tenants, and one for the search.
    expect(asked().filter(({ keyWord }) => keyWord !== undefined)).toHaveLength(2)
  })

  it('chooses nothing that was not typed, however quickly the user presses Enter', async () => {
    await show(<About />)
    await isAbout('t0')
    await user.click(select())
    await user.keyboard('49')
    pressEnter()
    await isAbout('t49')
    await user.click(select())
    await user.keyboard('4999')
    pressEnter()
    expect(about()).toBe('t49')
  })

  it('names a chosen tenant that is not among the first ones with one more call', async () => {
    await show(<About chosen="t4999" />, '/tenantManager/tenantPin')
    await isAbout('t4999')
    expect(select().textContent).toContain('Tenant 4999')
    expect(asked()[1]).toEqual({ tenantId: 't4999', menu: 'tenantPin' })
    expect(asked()).toHaveLength(2)
  })

  it('keeps the tenant while its name is loaded in another language', async () => {
    const shown = new Set<string>()
    await show(<About chosen="t4999" onShow={(id) => shown.add(id)} />)
    await isAbout('t4999')
    shown.clear()
    await act(() => setLanguage('zh'))
    await waitFor(() => expect(api.seen).toHaveLength(4))
    await waitFor(() => expect(select().textContent).toContain('Tenant 4999'))
    expect([...shown]).toEqual(['t4999'])
  })

  it('skips a tenant that may not be chosen', async () => {
    await show(<About chosen="nobody" />)
    await isAbout('t0')
  })
})

describe('the tenant that a screen starts with', () => {
  it('is the second on the departments screen, if there is one', async () => {
    await show(<About />, '/tenantManager/department')
    await isAbout('t1')
  })

  it('is the first on the departments screen if there is no second', async () => {
    choosable = tenants.slice(7, 8)
    await show(<About />, '/tenantManager/department')
    await isAbout('t7')
  })

  it('is the one chosen in the last few minutes, unless the address names one', async () => {
    writeCookie('atrium-tenant', 't4000', 600)
    await show(<About />, '/tenantManager/department')
    await isAbout('t4000')
  })

  it('is the one in the address, ahead of the one chosen last', async () => {
    writeCookie('atrium-tenant', 't4000', 600)
    await show(<About chosen="t3" />, '/tenantManager/department')
    await isAbout('t3')
  })

  it('is none for a platform list, which starts with all tenants', async () => {
    signIn(['tenantSite'])
    await show(<Listed />, '/tenantManager/tenantSite')
    expect(about()).toBe('all')
    expect(select().textContent).toContain('All tenants')
  })

  it('is the first for a list seen as a tenant’s administrator, whatever the user’s platform menus', async () => {
    signIn(['urlSet'])
    choosable = tenants.slice(7, 9)
    await show(<Listed />, '/tenantManager/tenantSite')
    expect(about()).toBe('waiting')
    await isAbout('t7')
    await waitFor(() => expect(select().textContent).toContain('Tenant 0007'))
    expect(asked()).toEqual([{ keyWord: '', limit: '51', menu: 'tenantSite' }])
  })
})
