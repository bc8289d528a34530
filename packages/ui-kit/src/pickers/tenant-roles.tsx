import { tenantRoles } from '@atrium/contract'
import { useEffect } from 'react'
import { useCall } from '../base/query.ts'
import { type LookupProps, LookupSelect } from './LookupSelect.tsx'

interface TenantRoleSelectProps extends LookupProps {
  readonly tenantId: string
  /** The user's present role, which the administrator may not be allowed to grant. */
  readonly present?: { readonly id: string; readonly name: string } | undefined
}

/** A select of the roles that the administrator may grant in a tenant. Clears a chosen role that is not among them. */
export function TenantRoleSelect({ tenantId, present, value, onChange, ...lookup }: TenantRoleSelectProps) {
  const { data, isError } = useCall(tenantRoles, { tenantId })
  const offered = data?.map(({ code, desc }) => ({ value: code, label: desc }))
  const isMissing = present?.id && !offered?.some((choice) => choice.value === present.id)
  const choices = isMissing && offered ? [{ value: present.id, label: present.name }, ...offered] : offered
  const isKnown = value === present?.id || (choices?.some((choice) => choice.value === value) ?? false)
  const isGone = Boolean(value) && !isKnown && (choices !== undefined || isError)
  useEffect(() => {
    if (isGone) onChange?.('')
  }, [isGone, onChange])
  // Shows the name only once the roles are loaded.
  const shown = isKnown ? value : ''
  return <LookupSelect {...lookup} value={shown} onChange={onChange} choices={choices} failed={isError} />
}

/** Shows the name of a role, or its id if the administrator may not grant it. */
export function TenantRoleName({ id, tenantId }: { readonly id: string; readonly tenantId: string }) {
  const { data } = useCall(tenantRoles, { tenantId })
  return data?.find(({ code }) => code === id)?.desc ?? id
}
