import { type Language, languageOf, languages, type UserInfo } from '@atrium/contract'
import { currentLanguage, setLanguage } from '../i18n/texts.ts'
import { readCookie } from '../storage/cookies.ts'
import { storageKeys } from '../storage/keys.ts'
import { send } from '../transport/send.ts'
import { userCalls } from './calls-later.ts'
import { isSignedIn, sessionKey } from './store.ts'

/** Marks the browser's language as taken from a profile: the next user's profile replaces it. */
const ofProfile = 'profile'

/** Whether nobody without a session has chosen a language for this browser. */
const followsProfile = (): boolean =>
  readCookie(storageKeys.language) === undefined ||
  localStorage.getItem(storageKeys.languageSource) === ofProfile

/** The session for which the profile's language was applied, or another one chosen: a later response may be stale. */
let appliedFor: string | undefined

/** Shows the suite in the language of the user's profile. */
export async function adoptLanguageOf({ language }: UserInfo): Promise<void> {
  if (appliedFor === sessionKey()) return
  appliedFor = sessionKey()
  if (!followsProfile()) return
  localStorage.setItem(storageKeys.languageSource, ofProfile)
  // Where its texts cannot be fetched, the page stays in the language that it has.
  if (language !== currentLanguage()) await setLanguage(language).catch(() => undefined)
}

/**
 * Switches the page to a language that the user has chosen, and stores it in the signed-in user's profile.
 * @throws when texts cannot be fetched; the language then stays
 */
export async function chooseLanguage(language: Language): Promise<void> {
  await setLanguage(language)
  if (!isSignedIn()) {
    localStorage.removeItem(storageKeys.languageSource)
    return
  }
  appliedFor = sessionKey()
  localStorage.setItem(storageKeys.languageSource, ofProfile)
  const { updateSelf } = await userCalls()
  // The page already has the language; if the profile cannot be changed, other machines keep the old one.
  await send(updateSelf, { language }, { overlay: false, quiet: true }).catch(() => undefined)
}

/**
 * Shows a page in the language of the message that led to it, which its link names; the language is removed from the
 * address. It does not count as the user's choice: signing in switches to the profile's language, and a signed-in user
 * keeps theirs.
 */
export async function followLinkLanguage(): Promise<void> {
  const [path = '', query = ''] = window.location.hash.split('?')
  const fields = new URLSearchParams(query)
  const language = languages.find((known) => known === fields.get('language'))
  if (language === undefined) return
  fields.delete('language')
  const rest = fields.toString()
  window.history.replaceState(window.history.state, '', rest ? `${path}?${rest}` : path)
  if (isSignedIn() || language === currentLanguage()) return
  localStorage.setItem(storageKeys.languageSource, ofProfile)
  // Where its texts cannot be fetched, the page stays in the language that it has.
  await setLanguage(language).catch(() => undefined)
}

/** Keeps this page in the language that another tab is switched to; what is typed stays. */
export function followLanguage(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== storageKeys.languageChange) return
    appliedFor = sessionKey()
    // Where its texts cannot be fetched the page stays as it is: nobody asked for the switch here.
    setLanguage(languageOf(newValue)).catch(() => undefined)
  })
}
