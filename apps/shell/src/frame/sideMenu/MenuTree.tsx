import type { MenuGroup as Group } from '@atrium/contract'
import { useLocation, useNavigate, useTexts } from '@atrium/shared-api'
import { MenuGroup } from './MenuGroup.tsx'

interface Props {
  readonly menu: readonly Group[]
  readonly folded?: boolean
  /** Called when an entry has been chosen; the same function at every render. */
  readonly onChosen?: () => void
}

/** The two levels of the menu. */
export function MenuTree({ menu, folded = false, onChosen }: Props) {
  const t = useTexts('shell')
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return (
    <nav className="menu-tree" aria-label={t('menu.label')}>
      {menu.map((group) => (
        <MenuGroup
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
