import { roleTypes } from '@atrium/contract'
import { useMenuTree } from './use-menu-tree.ts'

/** Lists the names of menu entries, without their groups. */
export function MenuNames({ ids }: { readonly ids: readonly string[] }) {
  const { tree = [] } = useMenuTree(roleTypes.system)
  const menus = tree
    .flatMap((branch) => (branch.list.length > 0 ? branch.list : [branch]))
    .filter(({ id }) => ids.includes(id))
  return (
    <ul className="menu-names">
      {menus.map(({ id, displayName }) => (
        <li key={id}>{displayName}</li>
      ))}
    </ul>
  )
}
