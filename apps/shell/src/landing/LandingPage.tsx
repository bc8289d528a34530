import { useGo, useSession, useTexts } from '@atrium/shared-api'
import { useTitle } from '../frame/useTitle.ts'
import { firstEntry } from '../menu/entries.ts'
import { daytime } from './daytime.ts'
import './landing.css'

/** The landing page: greets the user and offers what they may use. */
export default function LandingPage() {
  const t = useTexts('shell')
  const go = useGo()
  const user = useSession((session) => session.user)
  useTitle(t('landing.title'))
  if (!user) return null
  const name = user.fullName || user.userName
  return (
    <>
      <header className="landing-head">
        <h1>{t(`landing.${daytime(new Date())}`, { name })}</h1>
        <p>{t('landing.line')}</p>
      </header>
      {firstEntry(user.menuList) ? (
        <ul className="landing-cards">
          <li>
            <button type="button" className="landing-card" onClick={() => go('index')}>
              <svg className="landing-mark" viewBox="6 6 36 36" aria-hidden="true">
                <rect x="6" y="6" width="36" height="36" rx="10" />
                <path d="M15 34v-8a9 9 0 0 1 18 0v8M21 34v-7a3 3 0 0 1 6 0v7" />
              </svg>
              <span className="landing-name">{t('landing.account')}</span>
              <span className="landing-line">{t('landing.accountLine')}</span>
            </button>
          </li>
        </ul>
      ) : (
        <div className="landing-empty">
          <h2>{t('landing.nothing')}</h2>
          <p>{t('landing.nothingLine')}</p>
        </div>
      )}
    </>
  )
}
