import type { DepartmentBranch } from '@atrium/contract'
import { storageKeys, useSession } from '@atrium/shared-api'
import { useCallback, useMemo, useState } from 'react'
import { allRows } from './rows.ts'

/** A tree of no more departments is open as long as nobody has folded it; of a larger one the top alone is. */
const openAtFirst = 100

const keyOf = (tenantId: string, userId = ''): string =>
  `${storageKeys.openDepartments}.${userId}.${tenantId}`

/** The ids of the open departments as this tab keeps them. */
function stored(key: string): readonly string[] | undefined {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return Array.isArray(ids) ? ids.map(String) : undefined
  } catch {
    return undefined
  }
}

function store(key: string, ids: ReadonlySet<string>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify([...ids]))
  } catch {
    // There is no room: it is as it was when the tab is loaded anew.
  }
}

const parentsIn = (tree: readonly DepartmentBranch[]): string[] =>
  allRows(tree).flatMap(({ department, open }) => (open ? [department.id] : []))

const openByDefault = (tree: readonly DepartmentBranch[]): readonly string[] =>
  allRows(tree).length <= openAtFirst ? parentsIn(tree) : tree.map(({ id }) => id)

/**
 * Which of a tenant's departments show those below them: kept in this tab, so that it survives visits to other screens
 * and a reload.
 * @param tree undefined until it is there
 */
export function useFolding(tenantId: string, tree: readonly DepartmentBranch[] | undefined) {
  const userId = useSession(({ user }) => user?.id)
  const key = keyOf(tenantId, userId)
  const [chosen, setChosen] = useState(() => stored(key))
  const open = useMemo(() => new Set(chosen ?? openByDefault(tree ?? [])), [chosen, tree])
  const change = useCallback(
    (ids: ReadonlySet<string>) => {
      store(key, ids)
      setChosen([...ids])
    },
    [key],
  )
  return {
    isOpen: useCallback((id: string) => open.has(id), [open]),
    fold: useCallback(
      (id: string, opened: boolean) => {
        const ids = new Set(open)
        if (opened) ids.add(id)
        else ids.delete(id)
        change(ids)
      },
      [open, change],
    ),
    openAll: () => change(new Set(parentsIn(tree ?? []))),
    closeAll: () => change(new Set()),
    /** Opens several beside those that are open. */
    openThese: useCallback(
      (ids: readonly string[]) => {
        if (ids.some((id) => !open.has(id))) change(new Set([...open, ...ids]))
      },
      [open, change],
    ),
  }
}
