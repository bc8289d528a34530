import { useOverlay, useTexts } from '@atrium/shared-api'
import './content-overlay.css'

/** Covers the content during a call. The style sheet delays the overlay, so that short calls do not flicker. */
export function ContentOverlay() {
  const t = useTexts('shell')
  return (
    <div role="status" className="overlay-place">
      {useOverlay() && (
        <div className="overlay">
          <span className="overlay-ring" aria-hidden="true" />
          <span className="overlay-text">{t('content.loading')}</span>
        </div>
      )}
    </div>
  )
}
