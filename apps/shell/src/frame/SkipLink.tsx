import { useTexts } from '@atrium/shared-api'

/** Lets the keyboard pass bar and menu. Not a real link: the hash of the address is the route. */
export function SkipLink() {
  const t = useTexts('shell')
  return (
    <button type="button" className="skip-link" onClick={() => document.getElementById('content')?.focus()}>
      {t('content.skip')}
    </button>
  )
}
