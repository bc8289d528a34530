import {
  type Department,
  departmentSave,
  departmentTree,
  maxDepartmentLevels,
  rootDepartmentId,
} from '@atrium/contract'
import { fieldOf, Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState, type ShowValue } from '@atrium/ui-kit/overlay'
import { type LookupProps, LookupSelect, useCall } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { useTenantText } from '../texts/index.ts'
import { pathsOf } from './paths.ts'
import { departmentReaders } from './readers.ts'

const Field = fieldOf(departmentSave)

interface ParentProps extends LookupProps {
  readonly tenantId: string
  /** Id of the department to move, '' for a new one. */
  readonly departmentId: string
}

/**
 * Selects the top level or a possible parent. Excludes the department itself, its descendants, and levels that are
 * too deep.
 */
function ParentSelect({ tenantId, departmentId, ...lookup }: ParentProps) {
  const t = useTenantText()
  const { data: tree, isError } = useCall(departmentTree, { tenantId })
  const choices = useMemo(() => {
    const paths = tree && pathsOf(tree)
    const own = paths?.find(({ value }) => value === departmentId)
    const possible = paths?.filter(
      ({ ids }) => !ids.includes(departmentId) && ids.length + (own?.levels ?? 1) <= maxDepartmentLevels,
    )
    return possible && [{ value: rootDepartmentId, label: t('department.top') }, ...possible]
  }, [tree, departmentId, t])
  return <LookupSelect {...lookup} choices={choices} failed={isError} />
}

/** Shows the path of a department: the names of its ancestors and its own name. */
function ParentName({ tenantId, id }: { readonly tenantId: string; readonly id: string }) {
  const t = useTenantText()
  const { data: tree } = useCall(departmentTree, { tenantId })
  if (id === rootDepartmentId) return t('department.top')
  return tree && pathsOf(tree).find(({ value }) => value === id)?.label
}

interface Props {
  readonly state: EntityDialogState<Department>
  /** Receives the id of the department. */
  readonly onSaved: (id: string) => void
}

/** Adds a department, or renames or moves one. */
export function DepartmentDialog({ state, onSaved }: Props) {
  const t = useTenantText()
  const { tenantId = '', id = '' } = state.subject?.values ?? {}
  const show: ShowValue<typeof departmentSave> = {
    parentId: (parentId) => <ParentName tenantId={tenantId} id={parentId} />,
  }
  return (
    <EntityDialog
      state={state}
      call={departmentSave}
      name={t('department.name')}
      width={480}
      history={(department) => ({
        entity: 'department',
        entityId: department.id,
        name: department.departmentName,
      })}
      refreshes={departmentReaders}
      show={show}
      onSaved={onSaved}
    >
      <Field name="departmentName">
        <Input />
      </Field>
      <Field name="parentId">
        <ParentSelect tenantId={tenantId} departmentId={id} />
      </Field>
    </EntityDialog>
  )
}
