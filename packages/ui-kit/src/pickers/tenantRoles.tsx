import { tenantRoles } from '@atrium/contract'
import { useEffect } from 'react'
import { useCall } from '../base/query.ts'
import { type LookupProps, LookupSelect } from './LookupSelect.tsx'

interface TenantRoleSelectProps extends LookupProps {
  readonly tenantId: string
  /** The role that somebody has, which the administrator may not be one to give. */
  readonly present?: { readonly id: string; readonly name: string } | undefined
}

/** A select of the roles that the administrator may give in a tenant. A chosen role that is not among them is cleared. */
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
  // The name is shown once the roles are loaded.
  const shown = isKnown ? value : ''
  return <LookupSelect {...lookup} value={shown} onChange={onChange} choices={choices} failed={isError} />
}

/** The name of a role, its id where the administrator may not give it. */
export function TenantRoleName({ id, tenantId }: { readonly id: string; readonly tenantId: string }) {
  const { data } = useCall(tenantRoles, { tenantId })
  return data?.find(({ code }) => code === id)?.desc ?? id
}
