import { type DepartmentBranch, departmentTree } from '@atrium/contract'
import { storageKeys } from '@atrium/shared-api'
import { useCall } from '@atrium/ui-kit/list'
import { rowsInSight, search, useFolding } from '@atrium/ui-kit/tree'
import { useMemo, useState } from 'react'
import { useTenantText } from '../texts/index.ts'

const nameOf = ({ departmentName }: DepartmentBranch): string => departmentName

/** Fetches the departments of a tenant as a foldable tree with a search. Search results cannot be folded. */
export function useDepartmentTree(tenantId: string) {
  const t = useTenantText()
  const { data: tree, error, refetch } = useCall(departmentTree, { tenantId })
  const [keyWord, setKeyWord] = useState('')
  const { isOpen, fold, ...folding } = useFolding(
    { storage: storageKeys.openDepartments, of: tenantId },
    tree,
  )
  const searching = keyWord !== ''
  const found = useMemo(() => search(tree ?? [], keyWord, nameOf), [tree, keyWord])
  const rows = useMemo(
    () => (searching ? found.rows : rowsInSight(tree ?? [], isOpen)),
    [tree, isOpen, searching, found],
  )
  return {
    /** Undefined until the response arrives. */
    tree,
    ...folding,
    searching,
    /** Number of matching departments. Without a search, all of them match. */
    count: found.count,
    searchProps: { placeholder: t('department.search'), value: keyWord, onChange: setKeyWord },
    noMatch: t('department.noMatch', { keyWord }),
    treeProps: {
      label: t('department.tree'),
      rows,
      nameOf,
      keyWord,
      onFold: searching ? undefined : fold,
    },
    errorProps: error && {
      title: t('department.failed'),
      detail: error.message,
      retryLabel: t('department.retry'),
      onRetry: refetch,
    },
  }
}
