import type { Menu, MenuWithEntries } from '@atrium/contract'

/** How many of a group's entries are selected. */
type GroupSelection = 'all' | 'some' | 'none'

/** Returns the selectable menus of a branch: its entries, or the group itself if it has none. */
const leavesOf = (branch: MenuWithEntries): readonly Menu[] =>
  branch.list.length > 0 ? branch.list : [branch]

/** Returns whether any selectable menu of a branch is selected. */
const isChosen = (branch: MenuWithEntries, leaves: ReadonlySet<string>): boolean =>
  leavesOf(branch).some(({ id }) => leaves.has(id))

/** Returns how much of a branch is selected. */
export function extentOf(branch: MenuWithEntries, chosen: readonly string[]): GroupSelection {
  const leaves = leavesOf(branch)
  const count = leaves.filter(({ id }) => chosen.includes(id)).length
  if (count === 0) return 'none'
  return count === leaves.length ? 'all' : 'some'
}

/** Returns the ids to save for the selected leaves: those of the leaves and their groups. */
export const toSave = (tree: readonly MenuWithEntries[], leaves: ReadonlySet<string>): string[] =>
  tree
    .filter((branch) => isChosen(branch, leaves))
    .flatMap((branch) => [branch.id, ...branch.list.map(({ id }) => id).filter((id) => leaves.has(id))])
    .sort()

/** Returns the ids to save after toggling some leaves. */
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

/** Returns the ids without groups, because a saved group does not select its entries. */
const withoutGroups = (tree: readonly MenuWithEntries[], ids: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    tree
      .flatMap(leavesOf)
      .map(({ id }) => id)
      .filter((id) => ids.has(id)),
  )

/** Returns whether tenant roles may have any part of a branch: an entry, or a group without entries. */
const hasForTenants = ({ list, forTenants: whole }: MenuWithEntries): boolean =>
  list.length > 0 ? list.some((entry) => entry.forTenants) : whole

/** Returns the menus that tenant roles may have, including the groups of the platform that contain them. */
export const forTenants = (tree: readonly MenuWithEntries[]): MenuWithEntries[] =>
  tree
    .filter(hasForTenants)
    .map((branch) => ({ ...branch, list: branch.list.filter((entry) => entry.forTenants) }))

/** Returns the selectable ids of a branch. */
export const leafIds = (branch: MenuWithEntries): string[] => leavesOf(branch).map(({ id }) => id)
