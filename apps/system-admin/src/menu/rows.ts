import { type Menu, type MenuWithEntries, rootMenuId } from '@atrium/contract'

/** Menu as a row of the tree, with its position among its siblings. */
export interface MenuRow extends Menu {
  /** Position among the siblings, counted from 1. */
  readonly position: number
  /** Number of siblings, including this menu. */
  readonly among: number
  /** Number of entries, whether shown or folded. */
  readonly entries: number
  readonly folded: boolean
}

/** Order of siblings by the id of their parent. */
export type SiblingOrders = Readonly<Record<string, readonly string[]>>

const ordered = <Item extends Menu>(items: readonly Item[], ids: readonly string[] | undefined): Item[] => {
  if (!ids) return [...items]
  return items.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/** Returns the tree with reordered siblings. */
export const inOrders = (tree: readonly MenuWithEntries[], orders: SiblingOrders): MenuWithEntries[] =>
  ordered(tree, orders[rootMenuId]).map((branch) => ({
    ...branch,
    list: ordered(branch.list, orders[branch.id]),
  }))

/** Returns the siblings of a menu in order, including the menu itself. */
export const siblingsOf = (tree: readonly MenuWithEntries[], { parentId }: Menu): readonly Menu[] =>
  parentId === rootMenuId ? tree : (tree.find(({ id }) => id === parentId)?.list ?? [])

/** Returns the ids of a row and its siblings, in order. */
export function siblingsIn(rows: readonly MenuRow[], id: string): string[] {
  const parentId = rows.find((row) => row.id === id)?.parentId
  return rows.filter((row) => row.parentId === parentId).map((row) => row.id)
}

/** Returns the last row of a menu. For a group, that is the row of its last entry. */
export const lastRowOf = (rows: readonly MenuRow[], id: string): string =>
  rows.findLast((row) => row.id === id || row.parentId === id)?.id ?? id

/** Returns the ids of siblings after one of them has moved to a position, counted from 1. */
export function idsAfterMove(siblings: readonly Menu[], id: string, position: number): string[] {
  const others = siblings.map((menu) => menu.id).filter((other) => other !== id)
  return others.toSpliced(position - 1, 0, id)
}

const rowOf = (menu: Menu, index: number, among: number) => ({ ...menu, position: index + 1, among })

/** Returns the rows of the tree. Each group is followed by its entries unless it is folded. */
export const toRows = (tree: readonly MenuWithEntries[], folded: ReadonlySet<string>): MenuRow[] =>
  tree.flatMap(({ list, ...group }, index) => [
    { ...rowOf(group, index, tree.length), entries: list.length, folded: folded.has(group.id) },
    ...(folded.has(group.id)
      ? []
      : list.map((entry, at) => ({ ...rowOf(entry, at, list.length), entries: 0, folded: false }))),
  ])
