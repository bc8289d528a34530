import { profile, useLanguage, useTexts } from '@atrium/shared-api'
import { LanguageSelector } from '@atrium/ui-kit'
import type { ReactNode } from 'react'
import { BrandPanel } from '../brand/index.ts'
import '../texts/index.ts'
import { SiteNotice } from './SiteNotice.tsx'
import './frame.css'

interface Props {
  /** Stands above the heading. */
  readonly mark?: ReactNode
  /** The page's heading. */
  readonly title: string
  readonly line?: ReactNode
  readonly children: ReactNode
}

/** What the screens of signing in share: the brand at one side, the form at the other. */
export function SignInFrame({ mark, title, line, children }: Props) {
  const t = useTexts('sign-in')
  const language = useLanguage()
  const { brand, systemName } = profile()
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
          <LanguageSelector grey />
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
