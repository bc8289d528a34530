import type { MenuEntry } from '@atrium/contract'
import { versionPrefixOf } from '@atrium/shared-api'
import { MenuIcon } from '@atrium/ui-kit/icons'
import { leadsTo } from '../../menu/index.ts'
import { usePreload } from '../../remotes/index.ts'

interface Props {
  readonly entry: MenuEntry
  /** Where the user is, without filters and pages. */
  readonly path: string
  readonly folded: boolean
  readonly onChosen?: (() => void) | undefined
}

/**
 * An entry of the menu. Pointing at it fetches its module ahead. It is a plain link: the router's own are drawn anew
 * at every change of the address, with all of the menu, while a list turns its pages.
 */
export function MenuLink({ entry, path, folded, onChosen }: Props) {
  const fetchAhead = usePreload()
  const preload = () => fetchAhead(entry.url)
  return (
    <li>
      <a
        href={`#${versionPrefixOf(path)}${entry.url}`}
        className="menu-link"
        aria-current={leadsTo(entry, path) ? 'page' : undefined}
        title={entry.name}
        aria-label={folded ? entry.name : undefined}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={onChosen}
      >
        <MenuIcon name={entry.icon} />
        {!folded && <span>{entry.name}</span>}
      </a>
    </li>
  )
}
