import type { Menu, MenuWithEntries } from '@atrium/contract'

/** Whether all of a group's entries are chosen, none, or some of them. */
type GroupSelection = 'all' | 'some' | 'none'

/** What can be chosen of a branch: its entries; of a group that has none the group itself. */
const leavesOf = (branch: MenuWithEntries): readonly Menu[] =>
  branch.list.length > 0 ? branch.list : [branch]

/** Whether a menu of a branch is chosen: a group is when any of its entries is. */
const isChosen = (branch: MenuWithEntries, leaves: ReadonlySet<string>): boolean =>
  leavesOf(branch).some(({ id }) => leaves.has(id))

/** How much of a branch is chosen. */
export function extentOf(branch: MenuWithEntries, chosen: readonly string[]): GroupSelection {
  const leaves = leavesOf(branch)
  const count = leaves.filter(({ id }) => chosen.includes(id)).length
  if (count === 0) return 'none'
  return count === leaves.length ? 'all' : 'some'
}

/** The ids to save for some chosen leaves: theirs and those of their groups, wholly chosen or in part. */
export const toSave = (tree: readonly MenuWithEntries[], leaves: ReadonlySet<string>): string[] =>
  tree
    .filter((branch) => isChosen(branch, leaves))
    .flatMap((branch) => [branch.id, ...branch.list.map(({ id }) => id).filter((id) => leaves.has(id))])
    .sort()

/** What is to be saved after some leaves are chosen, or chosen no longer. */
export function toggleLeaves(
  tree: readonly MenuWithEntries[],
  chosen: readonly string[],
  { ids, on }: { readonly ids: readonly string[]; readonly on: boolean },
): string[] {
  const leaves = new Set(chosen)
  for (const id of ids) {
    if (on) leaves.add(id)
    else leaves.delete(id)
  }
  return toSave(tree, withoutGroups(tree, leaves))
}

/** A group is saved for its entries' sake; by itself it chooses none of them. */
const withoutGroups = (tree: readonly MenuWithEntries[], ids: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    tree
      .flatMap(leavesOf)
      .map(({ id }) => id)
      .filter((id) => ids.has(id)),
  )

/** Whether roles of tenants may hold something of a branch: an entry, or the group where that has none at all. */
const hasForTenants = ({ list, forTenants: whole }: MenuWithEntries): boolean =>
  list.length > 0 ? list.some((entry) => entry.forTenants) : whole

/** The menus that roles of tenants may hold, with the groups that they are in, whoever these are for. */
export const forTenants = (tree: readonly MenuWithEntries[]): MenuWithEntries[] =>
  tree
    .filter(hasForTenants)
    .map((branch) => ({ ...branch, list: branch.list.filter((entry) => entry.forTenants) }))

/** The ids of all that can be chosen in a branch. */
export const leafIds = (branch: MenuWithEntries): string[] => leavesOf(branch).map(({ id }) => id)
