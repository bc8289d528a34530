import { type Department, type DepartmentBranch, departmentDelete } from '@atrium/contract'
import { Button, ErrorState } from '@atrium/ui-kit'
import { EmptyState, HistoryScope, KeywordInput, type RowAction, TableSkeleton } from '@atrium/ui-kit/list'
import { type EntityDialogState, useDeletion } from '@atrium/ui-kit/overlay'
import { idsAbove, Tree } from '@atrium/ui-kit/tree'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useTenantText } from '../texts/index.ts'
import { departmentReaders } from './readers.ts'
import { useDepartmentTree } from './use-department-tree.ts'
import './department.css'

interface Props {
  readonly tenantId: string
  /** Button that adds a top-level department. */
  readonly add: ReactNode
  readonly dialog: EntityDialogState<Department>
  /** Id of the department to scroll into view. */
  readonly wanted: string | undefined
  readonly onShown: () => void
}

/** Returns a department without its branches, which the dialog does not edit. */
const edited = ({ list: _, ...department }: DepartmentBranch): Department => department

/** Returns the actions of a department. Only a department without children can be deleted. */
function useActions({ add, edit }: EntityDialogState<Department>) {
  const t = useTenantText()
  const remove = useDeletion(departmentDelete, departmentReaders, t('department.deleteQuestion'))
  return useMemo(
    () => ({
      of: (department: DepartmentBranch): RowAction[] => {
        const { id, tenantId, departmentName, list } = department
        const deletion = {
          label: t('department.delete'),
          danger: true,
          onChoose: () => void remove({ id }, departmentName, tenantId),
        }
        return [
          { label: t('department.addBelow'), onChoose: () => add({ tenantId, parentId: id }) },
          { label: t('department.edit'), onChoose: () => edit(edited(department)) },
          ...(list.length === 0 ? [deletion] : []),
        ]
      },
      history: 'department',
    }),
    [t, add, edit, remove],
  )
}

/** Shows the tree of a tenant's departments with a search. */
export function DepartmentTree({ tenantId, add, dialog, wanted, onShown }: Props) {
  const t = useTenantText()
  const departments = useDepartmentTree(tenantId)
  const { tree, searching, count, treeProps, errorProps, openAll, closeAll, openThese } = departments
  const actions = useActions(dialog)
  const above = useMemo(() => (tree && wanted ? idsAbove(tree, wanted) : undefined), [tree, wanted])
  useEffect(() => {
    if (above) openThese(above)
  }, [above, openThese])

  if (errorProps) return <ErrorState {...errorProps} />
  const hasRows = treeProps.rows.length > 0
  return (
    <div className="card">
      {tree?.length !== 0 && (
        <div className="department-tools">
          <KeywordInput {...departments.searchProps} />
          <Button disabled={searching} onClick={openAll}>
            {t('department.openAll')}
          </Button>
          <Button disabled={searching} onClick={closeAll}>
            {t('department.closeAll')}
          </Button>
          <output>{tree && t(searching ? 'department.found' : 'department.count', { count })}</output>
        </div>
      )}
      {!tree && <TableSkeleton />}
      {tree?.length === 0 && (
        <EmptyState title={t('department.empty')} hint={t('department.emptyHint')} action={add} />
      )}
      {searching && !hasRows && <EmptyState title={departments.noMatch} hint={t('department.noMatchHint')} />}
      {hasRows && (
        <HistoryScope>
          <Tree {...treeProps} actions={actions} wanted={wanted} onShown={onShown} />
        </HistoryScope>
      )}
    </div>
  )
}
