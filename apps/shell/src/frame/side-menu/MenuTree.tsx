import type { MenuGroup as Group, MenuEntry } from '@atrium/contract'
import { useLocation, useNavigate, useTexts, versionPrefixOf } from '@atrium/shared-api'
import { IconDown, MenuIcon } from '@atrium/ui-kit/icons'
import { type MouseEvent, memo, useEffect, useId, useRef, useState } from 'react'
import { leadsTo } from '../../menu/entries.ts'
import { usePreload } from '../../remotes/context.ts'
import { showWithin } from '../show-within.ts'

interface MenuTreeProps {
  readonly menu: readonly Group[]
  readonly folded?: boolean
  /** Called when the user chooses an entry. Must stay the same function between renders. */
  readonly onChosen?: () => void
}

/** Renders the two levels of the menu. */
export function MenuTree({ menu, folded = false, onChosen }: MenuTreeProps) {
  const t = useTexts('shell')
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const nav = useRef<HTMLElement>(null)
  // Scrolls the entry of the current screen into view. A closed group has no visible entry.
  useEffect(() => {
    const present = nav.current?.querySelector<HTMLElement>(`[href="#${pathname}"]`)
    if (nav.current && present?.offsetHeight) showWithin(nav.current, present)
  }, [pathname])
  return (
    <nav ref={nav} className="menu-tree" aria-label={t('menu.label')}>
      {menu.map((group) => (
        <MenuGroupItem
          key={group.id}
          group={group}
          path={pathname}
          onFollow={navigate}
          folded={folded}
          onChosen={onChosen}
        />
      ))}
    </nav>
  )
}

interface MenuGroupProps extends Omit<MenuLinkProps, 'entry'> {
  readonly group: Group
}

/** Renders a group with its entries, expanded at first. A folded menu shows only the icons of the entries. */
const MenuGroupItem = memo(({ group, ...link }: MenuGroupProps) => {
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

interface MenuLinkProps {
  readonly entry: MenuEntry
  /** Current path, without filters and page number. */
  readonly path: string
  /** Navigates to a path. Stays the same function while the path is the same. */
  readonly onFollow: (path: string) => unknown
  readonly folded: boolean
  readonly onChosen?: (() => void) | undefined
}

/**
 * Renders an entry of the menu. Hovering prefetches the entry's module. Choosing the current entry does nothing. Not
 * a `Link`, because all links redraw at every change of the address, such as the next page of a list. The router
 * still navigates, since it numbers the history entries.
 */
function MenuLink({ entry, path, onFollow, folded, onChosen }: MenuLinkProps) {
  const fetchAhead = usePreload()
  const preload = () => fetchAhead(entry.url)
  const target = versionPrefixOf(path) + entry.url
  const present = leadsTo(entry, path)
  const follow = (event: MouseEvent) => {
    if (staysInTab(event)) {
      event.preventDefault()
      if (!present) onFollow(target)
    }
    onChosen?.()
  }
  return (
    <li>
      <a
        href={`#${target}`}
        className="menu-link"
        aria-current={present ? 'page' : undefined}
        title={entry.name}
        aria-label={folded ? entry.name : undefined}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={follow}
      >
        <MenuIcon name={entry.icon} />
        {!folded && <span>{entry.name}</span>}
      </a>
    </li>
  )
}

/** Returns whether a click opens the link in this tab. With a modifier key, the browser opens the link elsewhere. */
const staysInTab = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  !(ctrlKey || metaKey || shiftKey || altKey)
