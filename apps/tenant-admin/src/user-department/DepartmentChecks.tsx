import { ErrorState } from '@atrium/ui-kit'
import { EmptyState, KeywordInput } from '@atrium/ui-kit/list'
import { idsAbove, Tree } from '@atrium/ui-kit/tree'
import { useEffect, useMemo, useState } from 'react'
import { useDepartmentTree } from '../department/use-department-tree.ts'
import { useTenantText } from '../texts/index.ts'
import { joined } from './use-departments-dialog.ts'
import './user-department.css'

interface Props {
  readonly tenantId: string
  readonly id?: string
  /** Ids of the checked departments, separated by commas. */
  readonly value?: string
  readonly onChange?: (value: string) => void
}

/** Checkboxes for the departments of a tenant. Each one is independent of its parents and children. */
export function DepartmentChecks({ tenantId, id, value = '', onChange }: Props) {
  const t = useTenantText()
  const { tree, openThese, searchProps, noMatch, treeProps, errorProps } = useDepartmentTree(tenantId)
  const checked = useMemo(() => new Set(value === '' ? [] : value.split(',')), [value])
  const [initial] = useState(checked)
  // Unfolds the branches of the initial departments once. Afterwards, the user may fold them.
  useEffect(() => {
    if (tree) openThese([...initial].flatMap((one) => idsAbove(tree, one) ?? []))
  }, [tree !== undefined])
  const check = (one: string) =>
    onChange?.(joined(checked.has(one) ? [...checked].filter((other) => other !== one) : [...checked, one]))
  if (errorProps) return <ErrorState {...errorProps} />
  if (tree?.length === 0)
    return <EmptyState title={t('department.empty')} hint={t('userDepartment.noDepartments')} />
  return (
    <div id={id} className="department-checks">
      <div className="department-checks-head">
        <KeywordInput {...searchProps} />
        <output>{t('userDepartment.checked', { count: checked.size })}</output>
      </div>
      <div className="department-checks-tree" aria-busy={!tree}>
        {treeProps.rows.length > 0 ? (
          <Tree {...treeProps} checked={checked} onCheck={check} />
        ) : (
          tree && <p className="department-checks-none">{noMatch}</p>
        )}
      </div>
    </div>
  )
}
