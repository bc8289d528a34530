import { departmentUserSave } from '@atrium/contract'
import { fieldOf } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { departmentReaders } from '../department/readers.ts'
import { useTenantText } from '../texts/index.ts'
import { DepartmentChecks } from './DepartmentChecks.tsx'
import type { Departments } from './use-departments-dialog.ts'

const Field = fieldOf(departmentUserSave)

/** Sets a user's departments. At least one is required. */
export function UserDepartmentDialog({ state }: { readonly state: EntityDialogState<Departments> }) {
  const t = useTenantText()
  const { tenantId = '', displayName = '' } = state.subject?.values ?? {}
  const title = t('userDepartment.of', { name: displayName })
  return (
    <EntityDialog
      state={state}
      call={departmentUserSave}
      name={title}
      title={title}
      width={560}
      history={({ id }) => ({ entity: 'department_user', entityId: id, name: displayName })}
      refreshes={departmentReaders}
    >
      <Field name="departmentId">
        <DepartmentChecks tenantId={tenantId} />
      </Field>
    </EntityDialog>
  )
}
