import { useSession } from '@atrium/shared-api'
import { useCallback, useMemo, useState } from 'react'
import { allRows, type Branch } from './rows.ts'

/**
 * Maximum number of branches for which a tree starts fully expanded. In a larger tree only the top branches start
 * expanded.
 */
const openAtFirst = 100

/** Returns the ids of the expanded branches stored in this tab. */
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
    // The storage is full: the change is lost when the tab is reloaded.
  }
}

const parentsIn = (tree: readonly Branch[]): string[] =>
  allRows(tree).flatMap(({ branch, open }) => (open ? [branch.id] : []))

const openByDefault = (tree: readonly Branch[]): readonly string[] =>
  allRows(tree).length <= openAtFirst ? parentsIn(tree) : tree.map(({ id }) => id)

/** Identifies a tree whose expanded branches are stored. */
interface FoldedTree {
  /** Storage key, one of `storageKeys`. */
  readonly storage: string
  /** Subject of the tree, such as a tenant's id. */
  readonly of: string
}

/**
 * Keeps which branches of a tree are expanded. The state is stored in this tab for each user, so that it survives
 * visits to other screens and a reload.
 * @param tree the tree; undefined until it is loaded
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
    /** Expands several branches in addition to those already expanded. */
    openThese: useCallback(
      (ids: readonly string[]) => {
        if (ids.some((id) => !open.has(id))) change(new Set([...open, ...ids]))
      },
      [open, change],
    ),
  }
}
