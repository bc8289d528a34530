import {
  followLanguage,
  followOtherTabs,
  followTheme,
  installNotifier,
  profile,
  readPageProfile,
  sealedKeys,
  sealStoredValues,
  showFrontEndErrors,
  signedIn,
  signInBySso,
} from '@atrium/shared-api'
import { Message } from '@atrium/ui-kit'
import { loadInside } from '../inside/lazy.ts'
import '../texts/index.ts'

/**
 * Whatever must stand before the first render: profile, theme, messages, what the browser keeps, and the frame of
 * those signed in.
 */
export async function prepare(): Promise<void> {
  readPageProfile()
  followTheme()
  followOtherTabs()
  followLanguage()
  installNotifier({ error: (content, closed) => Message.error({ content, onClose: closed }) })
  showFrontEndErrors()
  const sealing = profile().encryptValues && sealStoredValues(sealedKeys)
  await signInBySso()
  // Where it cannot be fetched now, its own place in the page tries again and says so.
  await Promise.all([sealing, signedIn() && loadInside().catch(() => undefined)])
}
