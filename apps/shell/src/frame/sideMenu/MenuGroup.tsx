import type { MenuGroup as Group } from '@atrium/contract'
import { IconDown, MenuIcon } from '@atrium/ui-kit/icons'
import { memo, useId, useState } from 'react'
import { MenuLink, type MenuLinkProps } from './MenuLink.tsx'

interface Props extends Omit<MenuLinkProps, 'entry'> {
  readonly group: Group
}

/** A group with its entries: open at first, closed by its heading. A folded menu shows the entries' icons alone. */
export const MenuGroup = memo(({ group, ...link }: Props) => {
  const id = useId()
  const [open, setOpen] = useState(true)
  const links = group.list
    .filter(({ url }) => url !== '')
    .map((entry) => <MenuLink key={entry.id} entry={entry} {...link} />)
  if (links.length === 0) return null
  if (link.folded) {
    return (
      <ul className="menu-entries" aria-label={group.name}>
        {links}
      </ul>
    )
  }
  return (
    <div className="menu-group">
      <button
        type="button"
        className="menu-heading"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <MenuIcon name={group.icon} />
        <span title={group.name}>{group.name}</span>
        <IconDown className="menu-arrow" aria-hidden="true" />
      </button>
      <ul id={id} className="menu-entries" hidden={!open}>
        {links}
      </ul>
    </div>
  )
})
