import { type Language, languageOf, languages, type UserInfo } from '@atrium/contract'
import { currentLanguage, setLanguage } from '../i18n/texts.ts'
import { readCookie } from '../storage/cookies.ts'
import { storageKeys } from '../storage/keys.ts'
import { send } from '../transport/send.ts'
import { userCalls } from './calls-later.ts'
import { isSignedIn, sessionKey } from './store.ts'

/** Marks the browser's language as coming from a profile. The next user's profile replaces it. */
const ofProfile = 'profile'

/** Whether the browser's language may follow the profile: there is none yet, or it came from a profile. */
const followsProfile = (): boolean =>
  readCookie(storageKeys.language) === undefined ||
  localStorage.getItem(storageKeys.languageSource) === ofProfile

/** Session whose language is already settled, by the profile or by a choice. Later responses may be stale. */
let appliedFor: string | undefined

/** Switches the suite to the language of the user's profile. */
export async function adoptLanguageOf({ language }: UserInfo): Promise<void> {
  if (appliedFor === sessionKey()) return
  appliedFor = sessionKey()
  if (!followsProfile()) return
  localStorage.setItem(storageKeys.languageSource, ofProfile)
  // If its texts cannot be fetched, the page keeps its current language.
  if (language !== currentLanguage()) await setLanguage(language).catch(() => undefined)
}

/**
 * Switches the page to a language that the user has chosen, and stores it in the signed-in user's profile.
 * @throws if texts cannot be fetched; the language then stays unchanged
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
  // The page already uses the language. If the profile cannot be changed, other machines keep the old one.
  await send(updateSelf, { language }, { overlay: false, quiet: true }).catch(() => undefined)
}

/**
 * Switches the page to the language that a link in a message names, and removes it from the address. It does not
 * count as the user's choice: signing in switches to the profile's language, and a signed-in user's page does not
 * change.
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
  // If its texts cannot be fetched, the page keeps its current language.
  await setLanguage(language).catch(() => undefined)
}

/** Follows a change of language in another tab without losing the user's input. */
export function followLanguage(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== storageKeys.languageChange) return
    appliedFor = sessionKey()
    // If its texts cannot be fetched, the page stays as it is, because the user did not request the change here.
    setLanguage(languageOf(newValue)).catch(() => undefined)
  })
}
