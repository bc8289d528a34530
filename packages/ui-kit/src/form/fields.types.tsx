/* Code that must not compile. It is checked by `node --run types` and never executed. */
import {
  type regionSave,
  roleSave,
  type roleUpdate,
  signInByPhone,
  siteSave,
  type Tenant,
  tenantSave,
} from '@atrium/contract'
import { EntityDialog, type ShowValue } from '../overlay/index.ts'
import { useEntityDialog } from '../overlay/use-entity-dialog.ts'
import { fieldOf } from './Field.tsx'

const TenantField = fieldOf(tenantSave)
const PhoneField = fieldOf(signInByPhone)
const RoleField = fieldOf<typeof roleSave | typeof roleUpdate>(roleSave)

// @ts-expect-error a field that the call does not send
export const misspelt = <TenantField name="tenantname" />

// @ts-expect-error a field of another call
export const ofAnother = <RoleField name="tenantName" />

// @ts-expect-error a field of signing in by password
export const ofPassword = <PhoneField name="userName" />

// @ts-expect-error a field that the server makes
export const made = <TenantField name="tenantCode" />

export const show: ShowValue<typeof regionSave> = {
  // @ts-expect-error a value that the call does not send
  displayName: (name) => name,
}

export function Dialogs() {
  const state = useEntityDialog<Tenant>()
  const common = { state, name: '', history: 'none', refreshes: [], children: null } as const
  return (
    <>
      {/* @ts-expect-error a value that the call does not send */}
      <EntityDialog {...common} call={tenantSave} show={{ siteName: (name: string) => name }} />
      {/* @ts-expect-error a field by which nothing is accepted */}
      <EntityDialog {...common} call={siteSave} acceptance="accepted" />
    </>
  )
}
