import { codes, tenantMemberRole } from '@atrium/contract'
import { envelope, startApi } from '@atrium/shared-api/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { queryClient } from '../base/query.ts'
import { show } from '../test-support/render.tsx'
import { TenantRoleSelect } from './tenant-roles.tsx'

const administrator = { code: 'tenant-administrator', desc: 'Tenant administrator', menus: ['Sites'] }
const member = { code: tenantMemberRole, desc: 'Tenant member', menus: [] }

let response = () => envelope(codes.ok, '', [administrator, member])
let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi(() => response())
})
afterAll(() => api.stop())
beforeEach(() => queryClient.clear())

function Choosing({ present }: { readonly present?: { readonly id: string; readonly name: string } }) {
  const [role, choose] = useState(present?.id ?? tenantMemberRole)
  return (
    <>
      <TenantRoleSelect label="Role" tenantId="t" value={role} onChange={choose} present={present} />
      <output>{role || 'none'}</output>
    </>
  )
}

const shown = () => screen.getByRole('combobox', { name: 'Role' }).textContent
const chosen = () => screen.getByRole('status').textContent

describe('a select of the roles to grant', () => {
  it('shows a preselected role by its name', async () => {
    response = () => envelope(codes.ok, '', [administrator, member])
    await show(<Choosing />)
    await waitFor(() => expect(shown()).toBe('Tenant member'))
    expect(chosen()).toBe(tenantMemberRole)
  })

  it('clears a role that may not be granted, such as a closed one', async () => {
    response = () => envelope(codes.ok, '', [administrator])
    await show(<Choosing />)
    await waitFor(() => expect(chosen()).toBe('none'))
    expect(shown()).not.toContain(tenantMemberRole)
  })

  it('clears a role if the roles cannot be loaded', async () => {
    response = () => envelope(codes.forbidden, 'Not allowed')
    await show(<Choosing />)
    await waitFor(() => expect(chosen()).toBe('none'))
  })

  it('keeps a user’s present role even if the administrator may not grant it', async () => {
    response = () => envelope(codes.ok, '', [member])
    await show(<Choosing present={{ id: administrator.code, name: administrator.desc }} />)
    await waitFor(() => expect(shown()).toBe('Tenant administrator'))
    expect(chosen()).toBe(administrator.code)
  })
})
