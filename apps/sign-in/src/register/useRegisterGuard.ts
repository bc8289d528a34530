import { confirmDialog, useLeaveGuard } from '@atrium/ui-kit/overlay'
import { useRef } from 'react'
import { useAccountTexts } from '../texts/accounts/index.ts'

/**
 * Asks before the page is left with something filled in.
 * @returns to be called when something was
 */
export function useRegisterGuard(): () => void {
  const t = useAccountTexts()
  const touched = useRef(false)
  const ask = (): Promise<boolean> =>
    confirmDialog({
      title: t('register.leaveTitle'),
      content: t('register.leaveQuestion'),
      ok: t('register.leave'),
      cancel: t('register.stay'),
    })
  useLeaveGuard(true, { isDirty: () => touched.current, ask })
  return () => {
    touched.current = true
  }
}
