import { openStatus, roleSave, roleTypes, superAdmin } from '@atrium/contract'
import { useSession } from '@atrium/shared-api'
import { Form, fieldOf, Input } from '@atrium/ui-kit'
import { openChoices } from '@atrium/ui-kit/list'
import { NameFields, RadioChoice } from '@atrium/ui-kit/overlay'
import { useSystemText } from '../texts/index.ts'
import { PermissionTree } from './PermissionTree.tsx'
import { toggleLeaves } from './permissions.ts'
import { useMenuTree } from './use-menu-tree.ts'

const Field = fieldOf(roleSave)

/**
 * Renders the fields of a role.
 * @param inUse whether a user has the role, so that its type cannot be changed
 */
export function RoleFields({ inUse }: { readonly inUse: boolean }) {
  const t = useSystemText()
  const { form } = Form.useFormContext()
  const roleType = Number(Form.useWatch('roleType', form))
  const administrates = Form.useWatch('superAdmin', form) === superAdmin.yes
  const mayAppoint = useSession(({ user }) => user?.superAdmin === true)
  const { tree } = useMenuTree(roleTypes.tenant)
  const ofTenants = roleType === roleTypes.tenant

  /** Clears settings that tenant roles cannot have: administration and menus of the platform. */
  const followType = (type: number) => {
    if (type !== roleTypes.tenant) return
    const held = (form.getFieldValue('resourceIdList') ?? []) as string[]
    form.setFieldsValue({
      superAdmin: superAdmin.no,
      resourceIdList: tree ? toggleLeaves(tree, held, { ids: [], on: true }) : held,
    })
  }
  return (
    <>
      <NameFields />
      <div className="field-row">
        <Field name="roleType" extra={inUse ? t('role.typeFixed') : undefined}>
          <RadioChoice
            disabled={inUse}
            choices={[
              { value: roleTypes.system, label: t('role.system') },
              { value: roleTypes.tenant, label: t('role.tenant') },
            ]}
            onChange={followType}
          />
        </Field>
        <Field name="superAdmin" extra={administrates ? t('role.holdsAll') : undefined}>
          <RadioChoice
            disabled={ofTenants}
            choices={[
              { value: superAdmin.yes, label: t('role.yes'), disabled: !mayAppoint },
              { value: superAdmin.no, label: t('role.no') },
            ]}
          />
        </Field>
        <Field name="status">
          <RadioChoice choices={openChoices()} />
        </Field>
      </div>
      <div className="field-row">
        <Field name="description">
          <Input.TextArea rows={2} />
        </Field>
        <Field name="descriptionEn">
          <Input.TextArea rows={2} />
        </Field>
      </div>
      {(ofTenants || !administrates) && (
        <Field name="resourceIdList" required={false}>
          <PermissionTree roleType={roleType} />
        </Field>
      )}
    </>
  )
}

/** The initial values of a new role. */
export const newRole = {
  roleType: roleTypes.system,
  superAdmin: superAdmin.no,
  status: openStatus.open,
  resourceIdList: [],
}
