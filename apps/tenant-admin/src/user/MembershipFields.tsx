import { categories, tenantUserSave } from '@atrium/contract'
import { fieldOf } from '@atrium/ui-kit'
import type { ShowValue } from '@atrium/ui-kit/overlay'
import { DictionaryName, DictionarySelect, TenantRoleName, TenantRoleSelect } from '@atrium/ui-kit/pickers'
import { useTenantText } from '../texts/index.ts'

const Field = fieldOf(tenantUserSave)

/** Shows the role, type and position of a membership in a conflict. */
export const shownMembershipIn = (tenantId: string) =>
  ({
    role: (id) => <TenantRoleName tenantId={tenantId} id={id} />,
    typeId: (id) => <DictionaryName categoryId={categories.userType} tenantId={tenantId} id={id} />,
    positionId: (id) => <DictionaryName categoryId={categories.position} tenantId={tenantId} id={id} />,
  }) satisfies ShowValue<typeof tenantUserSave>

interface Props {
  readonly tenantId: string
  /** Current role of the user. */
  readonly present?: { readonly id: string; readonly name: string }
  /** Whether the administrator edits their own membership. */
  readonly own?: boolean
}

/** Fields of a membership: role, type and position. */
export function MembershipFields({ tenantId, present, own = false }: Props) {
  const t = useTenantText()
  return (
    <div className="field-row">
      <Field name="role" required extra={own ? t('user.ownRole') : undefined}>
        <TenantRoleSelect tenantId={tenantId} present={present} disabled={own} />
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
