import { remoteForPath } from '@atrium/federation'
import {
  encryptedKeys,
  encryptStoredValues,
  followLanguage,
  followLinkLanguage,
  followOtherTabs,
  followTheme,
  installNotifier,
  installScreenLookup,
  isSignedIn,
  profile,
  readPageProfile,
  showFrontEndErrors,
  signInBySso,
  textsOfPage,
  textsSettled,
} from '@atrium/shared-api'
import { Message, UiProvider } from '@atrium/ui-kit'
import { createRoot } from 'react-dom/client'
import { type Remotes, RemotesProvider } from '../remotes/context.ts'
import { reportFrozen } from '../remotes/entering.ts'
import '../remotes/provided.ts'
import { report, startReporting } from '../remotes/reporting.ts'
import { screenLookupOf } from '../remotes/screens.ts'
import '../texts/index.ts'
import { App } from './App.tsx'
import { firstPath } from './addresses.tsx'
import { loadSignedIn } from './signed-in.ts'
import { tellVisitsApart } from './visits.ts'

/**
 * Whatever must stand before the first render: profile, theme, messages, what the browser keeps, and the frame of
 * those signed in.
 */
async function prepare(): Promise<void> {
  readPageProfile()
  tellVisitsApart()
  reportFrozen()
  followTheme()
  followOtherTabs()
  followLanguage()
  installNotifier({ error: (content, closed) => Message.error({ content, onClose: closed }) })
  showFrontEndErrors()
  const sealing = profile().encryptValues && encryptStoredValues(encryptedKeys)
  await signInBySso()
  // Where it cannot be fetched now, its own place in the page tries again and says so.
  const frame = isSignedIn() && loadSignedIn().catch(() => undefined)
  await Promise.all([sealing, frame, followLinkLanguage()])
}

/** How long the first render waits for the first screen: one that takes longer comes into its own place. Milliseconds. */
const longestWait = 3000

/**
 * Fetches what a path shows. A failure shows in the remote's own place, once the page is there.
 * @returns the remote that shows it, if one does
 */
async function loadFirst({ loader, opensWith }: Remotes): Promise<string | undefined> {
  const first = remoteForPath(loader.registry(), firstPath())
  if (!first) return undefined
  opensWith?.(first.name)
  const late = new Promise((resume) => setTimeout(resume, longestWait))
  await Promise.race([loader.load(first.name).catch(() => undefined), late])
  return first.name
}

/**
 * Starts the suite in the page's root element. The remote of the first screen and its texts are awaited
 * before the first render, so that the skeleton gives way to the finished screen at once.
 */
export async function boot(remotes: Remotes): Promise<void> {
  const element = document.getElementById('root')
  if (!element) return
  installScreenLookup(screenLookupOf(remotes.loader))
  const [, opening] = await Promise.all([prepare(), loadFirst(remotes)])
  await textsOfPage('contract', 'shell')
  await textsSettled()
  createRoot(element).render(
    <UiProvider brandColor={profile().brand.colour}>
      <RemotesProvider value={remotes}>
        <App />
      </RemotesProvider>
    </UiProvider>,
  )
  // What was before is remembered by the browser.
  report(({ reportVitals }) => reportVitals(remotes, opening))
  startReporting()
}
