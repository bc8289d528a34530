import { useTexts } from '@atrium/shared-api'
import { addressWithoutSafeMode, isSafeMode } from './safe-mode.ts'
import './remote-screens.css'

/** Says at the top of every page in safe mode what that is, and leads out of it. */
export function SafeModeNote() {
  const t = useTexts('shell')
  if (!isSafeMode()) return null
  const leave = () => window.location.assign(addressWithoutSafeMode())
  return (
    <div className="safe-mode" role="status">
      {t('safe.note')}
      <button type="button" className="note-action" onClick={leave}>
        {t('safe.leave')}
      </button>
    </div>
  )
}
