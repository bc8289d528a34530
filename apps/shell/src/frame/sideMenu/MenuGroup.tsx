import type { MenuGroup as Group } from '@atrium/contract'
import { IconDown, MenuIcon } from '@atrium/ui-kit/icons'
import { memo, useId, useState } from 'react'
import { MenuLink } from './MenuLink.tsx'

interface Props {
  readonly group: Group
  /** Where the user is, without filters and pages. */
  readonly path: string
  readonly folded: boolean
  readonly onChosen?: (() => void) | undefined
}

/** A group with its entries: open at first, closed by its heading. A folded menu shows the entries' icons alone. */
export const MenuGroup = memo(({ group, path, folded, onChosen }: Props) => {
  const id = useId()
  const [open, setOpen] = useState(true)
  const links = group.list
    .filter(({ url }) => url !== '')
    .map((entry) => <MenuLink key={entry.id} entry={entry} path={path} folded={folded} onChosen={onChosen} />)
  if (links.length === 0) return null
  if (folded) {
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
