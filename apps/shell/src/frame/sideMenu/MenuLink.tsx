import type { MenuEntry } from '@atrium/contract'
import { versionPrefixOf } from '@atrium/shared-api'
import { MenuIcon } from '@atrium/ui-kit/icons'
import type { MouseEvent } from 'react'
import { leadsTo } from '../../menu/index.ts'
import { usePreload } from '../../remotes/index.ts'
import { staysInTab } from './staysInTab.ts'

export interface MenuLinkProps {
  readonly entry: MenuEntry
  /** Where the user is, without filters and pages. */
  readonly path: string
  /** Goes to a path; the same function while the path is the same. */
  readonly onFollow: (path: string) => unknown
  readonly folded: boolean
  readonly onChosen?: (() => void) | undefined
}

/**
 * An entry of the menu. Pointing at it fetches its module ahead; choosing the present one changes nothing. It is no
 * link of the router's: those are drawn anew at every change of the address, with all of the menu, while a list turns
 * its pages. But it is followed by the router, which numbers its steps in the history.
 */
export function MenuLink({ entry, path, onFollow, folded, onChosen }: MenuLinkProps) {
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
