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
  /** Stands above the heading. */
  readonly mark?: ReactNode
  /** The page's heading. */
  readonly title: string
  readonly line?: ReactNode
  readonly children: ReactNode
}

/** What the screens of signing in share: the brand at one side, the form at the other. */
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
  /** Leads to the provider, whose hotline and support address follow it. */
  readonly contacts: string
  /** Leads elsewhere, in a deployment that names neither. */
  readonly noContacts: string
}

/** Whom users turn to: the provider, as far as the deployment says how it is reached. */
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
  /** Fields of the address's query. */
  readonly query?: Readonly<Record<string, string>>
  readonly children: ReactNode
}

/** A link to a route by its name. */
export function RouteLink({ name, query, children }: RouteLinkProps) {
  const path = pathOf(name, useLocation().pathname)
  return <Link to={query ? `${path}?${new URLSearchParams(query)}` : path}>{children}</Link>
}

/** Where China's registry of sites looks a filing number up. */
const registry = 'https://beian.miit.gov.cn/'

/** Copyright and filing number of the deployment. */
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
