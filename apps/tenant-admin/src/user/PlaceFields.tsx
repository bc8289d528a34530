import { categories, tenantRoles, tenantUserSave } from '@atrium/contract'
import { fieldOf } from '@atrium/ui-kit'
import type { ShowValue } from '@atrium/ui-kit/overlay'
import {
  DictionaryName,
  DictionarySelect,
  type LookupProps,
  LookupSelect,
  useCall,
} from '@atrium/ui-kit/pickers'
import { useTenantText } from '../texts/index.ts'

const Field = fieldOf(tenantUserSave)

interface TenantRole {
  readonly id: string
  readonly name: string
}

interface RoleSelectProps extends LookupProps {
  readonly tenantId: string
  /** The role that somebody has, which the administrator may not be one to give. */
  readonly present: TenantRole | undefined
}

/** A select of the roles that the administrator may give in a tenant. */
function RoleSelect({ tenantId, present, ...lookup }: RoleSelectProps) {
  const { data, isError } = useCall(tenantRoles, { tenantId })
  const offered = data?.map(({ code, desc }) => ({ value: code, label: desc }))
  const isMissing = present?.id && !offered?.some(({ value }) => value === present.id)
  const choices = isMissing && offered ? [{ value: present.id, label: present.name }, ...offered] : offered
  return <LookupSelect {...lookup} choices={choices} failed={isError} />
}

/** The name of a role, its id where the administrator may not give it. */
function RoleName({ id, tenantId }: { readonly id: string; readonly tenantId: string }) {
  const { data } = useCall(tenantRoles, { tenantId })
  return data?.find(({ code }) => code === id)?.desc ?? id
}

/** How role, type and position in a tenant are shown in a conflict. */
export const shownPlaceIn = (tenantId: string) =>
  ({
    role: (id) => <RoleName tenantId={tenantId} id={id} />,
    typeId: (id) => <DictionaryName categoryId={categories.userType} tenantId={tenantId} id={id} />,
    positionId: (id) => <DictionaryName categoryId={categories.position} tenantId={tenantId} id={id} />,
  }) satisfies ShowValue<typeof tenantUserSave>

interface Props {
  readonly tenantId: string
  readonly present?: TenantRole
  /** Whether it is the administrator's own place. */
  readonly own?: boolean
}

/** What somebody is in a tenant: role, type and position. */
export function PlaceFields({ tenantId, present, own = false }: Props) {
  const t = useTenantText()
  return (
    <div className="field-row">
      <Field name="role" required extra={own ? t('user.ownRole') : undefined}>
        <RoleSelect tenantId={tenantId} present={present} disabled={own} />
      </Field>
      <Field name="typeId" required>
        <DictionarySelect categoryId={categories.userType} tenantId={tenantId} />
      </Field>
      <Field name="positionId" required>
        <DictionarySelect categoryId={categories.position} tenantId={tenantId} />
      </Field>
    </div>
  )
}
