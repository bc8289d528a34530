import { containsFolded } from '@atrium/contract'

/** A branch of a tree, with its children. */
export interface Branch {
  readonly id: string
  readonly list: readonly Branch[]
}

/** A branch whose children have the same type. */
type Of<B> = Branch & { readonly list: readonly B[] }

/** A visible branch, and its position among its siblings. */
export interface TreeRow<B> {
  readonly branch: B
  /** Level in the tree, 1 at the top. */
  readonly level: number
  /** Position from 1 among the branches with the same parent that can be visible. */
  readonly position: number
  /** Number of those branches. */
  readonly count: number
  /** Whether the children are visible; undefined if there are none to show. */
  readonly open: boolean | undefined
}

/** Whether a branch is expanded. */
type IsOpen = (id: string) => boolean

function addRows<B extends Of<B>>(rows: TreeRow<B>[], branches: readonly B[], isOpen: IsOpen, level: number) {
  for (const [index, branch] of branches.entries()) {
    const open = branch.list.length === 0 ? undefined : isOpen(branch.id)
    rows.push({ branch, level, position: index + 1, count: branches.length, open })
    if (open) addRows(rows, branch.list, isOpen, level + 1)
  }
}

/** Returns the visible branches of a tree, from top to bottom. */
export function rowsInSight<B extends Of<B>>(tree: readonly B[], isOpen: IsOpen): TreeRow<B>[] {
  const rows: TreeRow<B>[] = []
  addRows(rows, tree, isOpen, 1)
  return rows
}

const always: IsOpen = () => true

/** Returns all branches of a tree, from top to bottom. */
export const allRows = <B extends Of<B>>(tree: readonly B[]): TreeRow<B>[] => rowsInSight(tree, always)

/**
 * Result of a search: the branches whose name contains a text, with their ancestors, all expanded. `count` is the
 * number of matches.
 */
export interface Found<B> {
  readonly rows: readonly TreeRow<B>[]
  readonly count: number
}

/** Searches a tree by name. */
export function search<B extends Of<B>>(
  tree: readonly B[],
  text: string,
  nameOf: (branch: B) => string,
): Found<B> {
  let count = 0
  const foundIn = (branches: readonly B[], level: number): TreeRow<B>[] => {
    const kept = branches.flatMap((branch) => {
      const isFound = containsFolded(nameOf(branch), text)
      if (isFound) count += 1
      const below = foundIn(branch.list, level + 1)
      return isFound || below.length > 0 ? [{ branch, below }] : []
    })
    return kept.flatMap(({ branch, below }, index) => [
      {
        branch,
        level,
        position: index + 1,
        count: kept.length,
        open: below.length > 0 ? true : undefined,
      },
      ...below,
    ])
  }
  const rows = foundIn(tree, 1)
  return { rows, count }
}

/** Returns the ids of a branch's ancestors, from the top; undefined if there is no such branch. */
export function idsAbove(tree: readonly Branch[], id: string): string[] | undefined {
  for (const { id: here, list } of tree) {
    if (here === id) return []
    const below = idsAbove(list, id)
    if (below) return [here, ...below]
  }
  return undefined
}
