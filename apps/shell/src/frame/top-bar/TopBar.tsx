import {
  Link,
  pathOf,
  profile,
  useGo,
  useLanguage,
  useLocation,
  useSession,
  useTexts,
} from '@atrium/shared-api'
import { LanguageSelector, MenuButton, ThemeSwitch, useNarrow } from '@atrium/ui-kit'
import { IconQuestionCircle } from '@atrium/ui-kit/icons'
import type { ReactNode } from 'react'
import { manualOf } from '../../help/manuals.ts'
import { UserMenu } from './UserMenu.tsx'
import './top-bar.css'

interface TopBarProps {
  /** Content before the brand, such as the menu button on narrow screens. */
  readonly start?: ReactNode
}

/** Renders the logo and name of the system as a link to the landing page. */
function Brand() {
  const t = useTexts('shell')
  const { brand, systemName } = profile()
  const language = useLanguage()
  const { pathname } = useLocation()
  return (
    <Link
      to={pathOf('softIndex', pathname)}
      className="top-brand"
      aria-label={`${systemName[language]} ${t('bar.home')}`}
    >
      <img src={brand.mark} alt="" width="28" height="28" />
      <span>{systemName[language]}</span>
    </Link>
  )
}

/** Renders the brand, help, language, theme and user menu. */
export function TopBar({ start }: TopBarProps) {
  const narrow = useNarrow()
  return (
    <header className="top-bar">
      {start}
      <Brand />
      <div className="top-tools">
        <HelpMenu />
        <LanguageSelector iconOnly={narrow} />
        <ThemeSwitch />
        <UserMenu />
      </div>
    </header>
  )
}

/** Lists the manuals of the user's products by product name. */
function HelpMenu() {
  const t = useTexts('shell')
  const go = useGo()
  const software = useSession(({ user }) => user?.softwareList) ?? []
  const items = software.flatMap(({ code, desc }) => {
    const manual = manualOf(code)
    return manual ? [{ key: code, label: desc, onChoose: () => go(manual.route) }] : []
  })
  if (items.length === 0) return null
  return (
    <MenuButton label={t('bar.help')} items={items}>
      <IconQuestionCircle aria-hidden="true" />
    </MenuButton>
  )
}
