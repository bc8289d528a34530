import { useTexts } from '@atrium/shared-api'
import { ActionNote } from './ActionNote.tsx'
import { addressWithoutSafeMode, isSafeMode } from './safe-mode.ts'

/** Explains safe mode at the top of every page, and offers to leave it. */
export function SafeModeNote() {
  const t = useTexts('shell')
  if (!isSafeMode()) return null
  const leave = () => window.location.assign(addressWithoutSafeMode())
  return <ActionNote className="safe-mode" text={t('safe.note')} action={t('safe.leave')} onAction={leave} />
}
