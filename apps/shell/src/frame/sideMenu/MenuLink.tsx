import type { MenuEntry } from '@atrium/contract'
import { Link, useLocation, versionPrefixOf } from '@atrium/shared-api'
import { MenuIcon } from '@atrium/ui-kit/icons'
import { leadsTo } from '../../menu/index.ts'
import { usePreload } from '../../remotes/index.ts'

interface Props {
  readonly entry: MenuEntry
  readonly folded: boolean
  readonly onChosen?: (() => void) | undefined
}

/** An entry of the menu. Pointing at it fetches its module ahead. */
export function MenuLink({ entry, folded, onChosen }: Props) {
  const { pathname } = useLocation()
  const fetchAhead = usePreload()
  const preload = () => fetchAhead(entry.url)
  const path = versionPrefixOf(pathname) + entry.url
  return (
    <li>
      <Link
        to={path}
        className="menu-link"
        aria-current={leadsTo(entry, pathname) ? 'page' : undefined}
        title={entry.name}
        aria-label={folded ? entry.name : undefined}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={onChosen}
      >
        <MenuIcon name={entry.icon} />
        {!folded && <span>{entry.name}</span>}
      </Link>
    </li>
  )
}
