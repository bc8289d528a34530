import { departmentTree } from '@atrium/contract'
import { ErrorState } from '@atrium/ui-kit'
import { EmptyState, KeywordInput, useCall } from '@atrium/ui-kit/list'
import { idsAbove, rowsInSight, search, Tree } from '@atrium/ui-kit/tree'
import { useEffect, useMemo, useState } from 'react'
import { nameOf, useOpenDepartments } from '../department/useOpenDepartments.ts'
import { useTenantText } from '../texts/index.ts'
import { joined } from './useDepartmentsDialog.ts'
import './user-department.css'

interface Props {
  readonly tenantId: string
  readonly id?: string
  /** The ids of the departments, with commas between them. */
  readonly value?: string
  readonly onChange?: (value: string) => void
}

/** The departments of a tenant to be checked: each by itself, whatever those above and below it are. */
export function DepartmentChecks({ tenantId, id, value = '', onChange }: Props) {
  const t = useTenantText()
  const { data: tree, error, refetch } = useCall(departmentTree, { tenantId })
  const [keyWord, setKeyWord] = useState('')
  const { isOpen, fold, openThese } = useOpenDepartments(tenantId, tree)
  const checked = useMemo(() => new Set(value === '' ? [] : value.split(',')), [value])
  const rows = useMemo(
    () => (keyWord === '' ? rowsInSight(tree ?? [], isOpen) : search(tree ?? [], keyWord, nameOf).rows),
    [tree, isOpen, keyWord],
  )
  // Those that the dialog opens with are in sight.
  const [atFirst] = useState(checked)
  useEffect(() => {
    if (tree) openThese([...atFirst].flatMap((one) => idsAbove(tree, one) ?? []))
    // Only once: they may be folded then.
  }, [tree !== undefined])
  const check = (one: string) =>
    onChange?.(joined(checked.has(one) ? [...checked].filter((other) => other !== one) : [...checked, one]))
  if (error)
    return (
      <ErrorState
        title={t('department.failed')}
        detail={error.message}
        retryLabel={t('department.retry')}
        onRetry={refetch}
      />
    )
  if (tree?.length === 0)
    return <EmptyState title={t('department.empty')} hint={t('userDepartment.noDepartments')} />
  return (
    <div id={id} className="department-checks">
      <div className="department-checks-head">
        <KeywordInput placeholder={t('department.search')} value={keyWord} onChange={setKeyWord} />
        <output>{t('userDepartment.checked', { count: checked.size })}</output>
      </div>
      <div className="department-checks-tree" aria-busy={!tree}>
        {rows.length > 0 ? (
          <Tree
            label={t('department.tree')}
            rows={rows}
            nameOf={nameOf}
            keyWord={keyWord}
            onFold={keyWord === '' ? fold : undefined}
            checked={checked}
            onCheck={check}
          />
        ) : (
          tree && <p className="department-checks-none">{t('department.noMatch', { keyWord })}</p>
        )}
      </div>
    </div>
  )
}
