import { useGo, usePageTitle, useTexts } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import './not-found.css'

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
      <Button type="primary" onClick={() => go('softIndex')}>
        {t('missing.home')}
      </Button>
    </div>
  )
}
