import { useSession } from '@atrium/shared-api'
import { useCallback, useMemo, useState } from 'react'
import { allRows, type Branch } from './rows.ts'

/** Up to this number of branches a tree is expanded until the user folds it; of a larger one only the top is. */
const openAtFirst = 100

/** The ids of the open branches as this tab keeps them. */
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

const parentsIn = (tree: readonly Branch[]): string[] =>
  allRows(tree).flatMap(({ branch, open }) => (open ? [branch.id] : []))

const openByDefault = (tree: readonly Branch[]): readonly string[] =>
  allRows(tree).length <= openAtFirst ? parentsIn(tree) : tree.map(({ id }) => id)

/** Owner of the tree, and the key under which its expanded branches are stored. */
interface FoldedTree {
  /** One of `storageKeys`. */
  readonly storage: string
  /** Subject of the tree, such as a tenant's id. */
  readonly of: string
}

/**
 * Which branches of a tree show those below them: kept in this tab for each person, so that it survives visits to other
 * screens and a reload.
 * @param tree undefined until it is there
 */
export function useFolding({ storage, of }: FoldedTree, tree: readonly Branch[] | undefined) {
  const userId = useSession(({ user }) => user?.id) ?? ''
  const key = `${storage}.${userId}.${of}`
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
