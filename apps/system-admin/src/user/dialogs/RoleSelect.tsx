import { systemRoles } from '@atrium/contract'
import { type LookupProps, LookupSelect, useCall } from '@atrium/ui-kit/pickers'

interface Props extends LookupProps {
  /** The role that a user has, which the administrator may not be one to give. */
  readonly present?: { readonly id: string; readonly name: string } | undefined
}

/** A select of the system roles that the administrator may give. */
export function RoleSelect({ present, ...lookup }: Props) {
  const { data, isError } = useCall(systemRoles, {})
  const offered = data?.map(({ code, desc }) => ({ value: code, label: desc }))
  const missing = present?.id && !offered?.some(({ value }) => value === present.id)
  const choices = missing && offered ? [{ value: present.id, label: present.name }, ...offered] : offered
  return <LookupSelect {...lookup} choices={choices} failed={isError} />
}

/** The name of a role, its id where the administrator may not give it. */
export function RoleName({ id }: { readonly id: string }) {
  const { data } = useCall(systemRoles, {})
  return data?.find(({ code }) => code === id)?.desc ?? id
}
