import { type Department, type DepartmentBranch, departmentDelete, departmentTree } from '@atrium/contract'
import { Button, ErrorState } from '@atrium/ui-kit'
import { EmptyState, KeywordInput, type RowAction, TableSkeleton, useCall } from '@atrium/ui-kit/list'
import { type EntityDialogState, useDeletion } from '@atrium/ui-kit/overlay'
import { idsAbove, rowsInSight, search, Tree } from '@atrium/ui-kit/tree'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTenantText } from '../texts/index.ts'
import { departmentReaders } from './readers.ts'
import { nameOf, useOpenDepartments } from './useOpenDepartments.ts'
import './department.css'

interface Props {
  readonly tenantId: string
  /** The button that adds one at the top. */
  readonly add: ReactNode
  readonly dialog: EntityDialogState<Department>
  /** The id of one to go to. */
  readonly wanted: string | undefined
  readonly onShown: () => void
}

/** A department as its dialog edits it. */
const edited = ({ list: _, ...department }: DepartmentBranch): Department => department

/** What can be done with a department: only one with none below it can be deleted. */
function useActions({ add, edit }: EntityDialogState<Department>) {
  const t = useTenantText()
  const remove = useDeletion(departmentDelete, departmentReaders, t('department.deleteQuestion'))
  return useMemo(
    () =>
      (department: DepartmentBranch): RowAction[] => {
        const { id, tenantId, departmentName, list } = department
        const deletion = {
          label: t('department.delete'),
          danger: true,
          onChoose: () => void remove({ id }, departmentName),
        }
        return [
          { label: t('department.addBelow'), onChoose: () => add({ tenantId, parentId: id }) },
          { label: t('department.edit'), onChoose: () => edit(edited(department)) },
          ...(list.length === 0 ? [deletion] : []),
        ]
      },
    [t, add, edit, remove],
  )
}

/** The tree of a tenant's departments, with a search in it. */
export function DepartmentTree({ tenantId, add, dialog, wanted, onShown }: Props) {
  const t = useTenantText()
  const { data: tree, error, refetch } = useCall(departmentTree, { tenantId })
  const [keyWord, setKeyWord] = useState('')
  const { isOpen, fold, openAll, closeAll, openThese } = useOpenDepartments(tenantId, tree)
  const actionsOf = useActions(dialog)
  const all = useMemo(() => search(tree ?? [], '', nameOf), [tree])
  const found = useMemo(
    () => (keyWord === '' ? all : search(tree ?? [], keyWord, nameOf)),
    [tree, all, keyWord],
  )
  const rows = useMemo(
    () => (keyWord === '' ? rowsInSight(tree ?? [], isOpen) : found.rows),
    [tree, isOpen, keyWord, found],
  )
  const above = useMemo(() => (tree && wanted ? idsAbove(tree, wanted) : undefined), [tree, wanted])
  useEffect(() => {
    if (above) openThese(above)
  }, [above, openThese])

  if (error)
    return (
      <ErrorState
        title={t('department.failed')}
        detail={error.message}
        retryLabel={t('department.retry')}
        onRetry={refetch}
      />
    )
  const count =
    keyWord === ''
      ? t('department.count', { count: all.count })
      : t('department.found', { count: found.count })
  return (
    <div className="card">
      {tree?.length !== 0 && (
        <div className="department-tools">
          <KeywordInput placeholder={t('department.search')} value={keyWord} onChange={setKeyWord} />
          <Button disabled={keyWord !== ''} onClick={openAll}>
            {t('department.openAll')}
          </Button>
          <Button disabled={keyWord !== ''} onClick={closeAll}>
            {t('department.closeAll')}
          </Button>
          <output>{tree && count}</output>
        </div>
      )}
      {!tree && <TableSkeleton />}
      {tree?.length === 0 && (
        <EmptyState title={t('department.empty')} hint={t('department.emptyHint')} action={add} />
      )}
      {keyWord !== '' && rows.length === 0 && (
        <EmptyState title={t('department.noMatch', { keyWord })} hint={t('department.noMatchHint')} />
      )}
      {rows.length > 0 && (
        <Tree
          label={t('department.tree')}
          rows={rows}
          nameOf={nameOf}
          keyWord={keyWord}
          onFold={keyWord === '' ? fold : undefined}
          actionsOf={actionsOf}
          wanted={wanted}
          onShown={onShown}
        />
      )}
    </div>
  )
}
