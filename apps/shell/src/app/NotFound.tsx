import {
  pathOf,
  routeNameAt,
  useGo,
  useLocation,
  usePageTitle,
  useSession,
  useTexts,
} from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { entryAt } from '../menu/entries.ts'
import './not-found.css'

/** Opens the explanation why the user may not open the screen, for users who may read explanations. */
function WhyButton() {
  const t = useTexts('shell')
  const go = useGo()
  const { pathname } = useLocation()
  const menu = useSession(({ user }) => user?.menuList) ?? []
  const userId = useSession(({ user }) => user?.id) ?? ''
  const name = routeNameAt(pathname)
  if (!name || !entryAt(menu, pathOf('accessWhy'))) return null
  return (
    <Button onClick={() => go('accessWhy', { query: { userId, target: `screen:${name}` } })}>
      {t('missing.why')}
    </Button>
  )
}

/** Shown at an address that does not exist, or that this user may not open. */
export function NotFound() {
  const t = useTexts('shell')
  const go = useGo()
  usePageTitle(t('missing.title'))
  return (
    <div className="not-found">
      <svg viewBox="0 0 120 80" aria-hidden="true">
        <path d="M20 72V44a24 24 0 0 1 48 0v28M34 72V46a10 10 0 0 1 20 0v26" />
        <path d="M76 72V50a14 14 0 0 1 28 0v22M8 72h104" />
      </svg>
      <h1>{t('missing.title')}</h1>
      <p>{t('missing.line')}</p>
      <div className="not-found-actions">
        <Button type="primary" onClick={() => go('softIndex')}>
          {t('missing.home')}
        </Button>
        <WhyButton />
      </div>
    </div>
  )
}
