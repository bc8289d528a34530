import type { DepartmentBranch } from '@atrium/contract'

/** A department in sight, and where it stands among those of its parent. */
export interface TreeRow {
  readonly department: DepartmentBranch
  /** 1 at the top. */
  readonly level: number
  /** From 1, among the departments in the same place that can come into sight. */
  readonly position: number
  /** How many those are. */
  readonly count: number
  /** Whether those below it are in sight; undefined where none is to be shown. */
  readonly open: boolean | undefined
}

/** Which departments show those below them. */
export type IsOpen = (id: string) => boolean

function addRows(rows: TreeRow[], branches: readonly DepartmentBranch[], isOpen: IsOpen, level: number) {
  for (const [index, department] of branches.entries()) {
    const open = department.list.length === 0 ? undefined : isOpen(department.id)
    rows.push({ department, level, position: index + 1, count: branches.length, open })
    if (open) addRows(rows, department.list, isOpen, level + 1)
  }
}

/** The departments of a tree that are in sight, from the top. */
export function rowsInSight(tree: readonly DepartmentBranch[], isOpen: IsOpen): TreeRow[] {
  const rows: TreeRow[] = []
  addRows(rows, tree, isOpen, 1)
  return rows
}

const always: IsOpen = () => true

/** Every department of a tree, from the top. */
export const allRows = (tree: readonly DepartmentBranch[]): TreeRow[] => rowsInSight(tree, always)

/** What of a name is the text that is searched for: where it begins; undefined where it is not in it. */
export function placeOf(text: string, name: string): number | undefined {
  const place = name.toLowerCase().indexOf(text.toLowerCase())
  return place < 0 ? undefined : place
}

/** What a search has found: the departments whose name holds a text, with those above them, all open. */
export interface Found {
  readonly rows: readonly TreeRow[]
  readonly count: number
}

/** Searches a tree by name. */
export function search(tree: readonly DepartmentBranch[], text: string): Found {
  let count = 0
  const foundIn = (branches: readonly DepartmentBranch[], level: number): TreeRow[] => {
    const kept = branches.flatMap((department) => {
      const isFound = placeOf(text, department.departmentName) !== undefined
      if (isFound) count += 1
      const below = foundIn(department.list, level + 1)
      return isFound || below.length > 0 ? [{ department, below }] : []
    })
    return kept.flatMap(({ department, below }, index) => [
      {
        department,
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

/** The ids of the departments above one, from the top; undefined where there is no such one. */
export function idsAbove(tree: readonly DepartmentBranch[], id: string): string[] | undefined {
  for (const { id: here, list } of tree) {
    if (here === id) return []
    const below = idsAbove(list, id)
    if (below) return [here, ...below]
  }
  return undefined
}
