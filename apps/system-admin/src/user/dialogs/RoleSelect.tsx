import { systemRoles } from '@atrium/contract'
import { type LookupProps, LookupSelect, useCall } from '@atrium/ui-kit/pickers'

interface Props extends LookupProps {
  /** Current role of the user, which the administrator may not be allowed to grant. */
  readonly present?: { readonly id: string; readonly name: string } | undefined
}

/** Selects a system role that the administrator may grant. */
export function RoleSelect({ present, ...lookup }: Props) {
  const { data, isError } = useCall(systemRoles, {})
  const offered = data?.map(({ code, desc }) => ({ value: code, label: desc }))
  const missing = present?.id && !offered?.some(({ value }) => value === present.id)
  const choices = missing && offered ? [{ value: present.id, label: present.name }, ...offered] : offered
  return <LookupSelect {...lookup} choices={choices} failed={isError} />
}

/** Shows the name of a role, or its id if the administrator may not grant it. */
export function RoleName({ id }: { readonly id: string }) {
  const { data } = useCall(systemRoles, {})
  return data?.find(({ code }) => code === id)?.desc ?? id
}
