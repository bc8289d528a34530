import { LanguageSelector, ThemeSwitch, useNarrow } from '@atrium/ui-kit'
import type { ReactNode } from 'react'
import { BrandPanel } from '../brand/BrandPanel.tsx'
import '../texts/index.ts'
import './frame.css'
import {
  Link,
  pathOf,
  profile,
  type RouteName,
  useLanguage,
  useLocation,
  usePageTitle,
  useTexts,
} from '@atrium/shared-api'

interface SignInFrameProps {
  /** Shown above the heading. */
  readonly mark?: ReactNode
  /** Heading of the page. */
  readonly title: string
  readonly line?: ReactNode
  readonly children: ReactNode
}

/** Lays out a sign-in screen: the brand on one side, the form on the other. */
export function SignInFrame({ mark, title, line, children }: SignInFrameProps) {
  const t = useTexts('sign-in')
  const language = useLanguage()
  const { brand, systemName } = profile()
  const narrow = useNarrow()
  usePageTitle(title)
  return (
    <div className="si">
      <BrandPanel>
        <p className="si-headline">{t('brand.headline')}</p>
        <p>{t('brand.line')}</p>
      </BrandPanel>
      <div className="si-side">
        <header className="si-bar">
          <span className="si-logo">
            <img src={brand.mark} alt="" width="32" height="32" />
            {systemName[language]}
          </span>
          <div className="si-tools">
            <LanguageSelector grey iconOnly={narrow} />
            <ThemeSwitch grey />
          </div>
        </header>
        <main className="si-main">
          {mark}
          <h1>{title}</h1>
          {line && <p className="si-line">{line}</p>}
          {children}
        </main>
        <SiteNotice />
      </div>
    </div>
  )
}

export interface HelpProps {
  /** Text that introduces the provider's hotline and support address. */
  readonly contacts: string
  /** Text for a deployment without contacts. */
  readonly noContacts: string
}

/** Shows the contacts of the provider that the deployment configures. */
export function Help({ contacts, noContacts }: HelpProps) {
  const t = useTexts('sign-in')
  const { hotline, email } = profile().support
  if (!hotline && !email) return <div className="si-note">{noContacts}</div>
  return (
    <div className="si-note">
      {contacts}
      <div className="si-contact">
        {hotline && <a href={`tel:${hotline.replaceAll(' ', '')}`}>{t('contact.hotline', { hotline })}</a>}
        {email && <a href={`mailto:${email}`}>{t('contact.support', { email })}</a>}
      </div>
    </div>
  )
}

interface RouteLinkProps {
  readonly name: RouteName
  /** Query parameters of the address. */
  readonly query?: Readonly<Record<string, string>>
  readonly children: ReactNode
}

/** Links to a named route. */
export function RouteLink({ name, query, children }: RouteLinkProps) {
  const path = pathOf(name, useLocation().pathname)
  return <Link to={query ? `${path}?${new URLSearchParams(query)}` : path}>{children}</Link>
}

/** China's public registry, in which users can look up a site's filing number. */
const registry = 'https://beian.miit.gov.cn/'

/** Shows the deployment's copyright notice and filing number. */
function SiteNotice() {
  const { copyright, filing } = profile()
  const language = useLanguage()
  return (
    <footer className="si-notice">
      {copyright[language] && <span>{copyright[language]}</span>}
      {filing && (
        <a href={registry} target="_blank" rel="noreferrer">
          {filing}
        </a>
      )}
    </footer>
  )
}
