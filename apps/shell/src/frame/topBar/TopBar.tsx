import { Link, pathOf, profile, useLanguage, useLocation, useTexts } from '@atrium/shared-api'
import { LanguageSelector, useNarrow } from '@atrium/ui-kit'
import type { ReactNode } from 'react'
import { HelpMenu } from './HelpMenu.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { UserMenu } from './UserMenu.tsx'
import './top-bar.css'

interface Props {
  /** What stands before the brand, as the button of the menu does on narrow screens. */
  readonly start?: ReactNode
}

/** Mark and name of the system, which lead to the landing page. */
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

/** Brand, help, language, theme and the user's own menu. */
export function TopBar({ start }: Props) {
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
