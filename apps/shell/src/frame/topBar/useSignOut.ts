import { signOut, useGo, useTexts, withTexts } from '@atrium/shared-api'
import { fetched } from './fetched.ts'

/** Signs out after the user has confirmed it, and goes to the sign-in page. */
export function useSignOut(): () => Promise<void> {
  const t = useTexts('shell')
  const go = useGo()
  return async () => {
    const overlay = await fetched(withTexts(import('@atrium/ui-kit/overlay'), 'ui-kit'))
    const agreed = await overlay?.confirmDialog({
      title: t('signOut.title'),
      content: t('signOut.content'),
      ok: t('signOut.ok'),
    })
    if (!agreed) return
    await signOut()
    go('signInIndex')
  }
}
