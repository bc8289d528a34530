import { remoteForPath } from '@atrium/federation'
import {
  encryptedKeys,
  encryptStoredValues,
  followLanguage,
  followLinkLanguage,
  followOtherTabs,
  followTheme,
  installNotifier,
  installReasonQuestion,
  installScreenLookup,
  installSignatureQuestion,
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
import { askReasonLater } from '../session/ask-reason.ts'
import { askSignatureLater } from '../session/ask-signature.ts'
import '../remotes/provided.ts'
import { report, startReporting } from '../remotes/reporting.ts'
import { screenLookupOf } from '../remotes/screens.ts'
import '../texts/index.ts'
import { App } from './App.tsx'
import { firstPath } from './addresses.tsx'
import { loadSignedIn } from './signed-in.ts'
import { distinguishVisits } from './visits.ts'

/**
 * Prepares what the first render needs: profile, theme, messages, browser storage and the frame of signed-in
 * users.
 */
async function prepare(): Promise<void> {
  readPageProfile()
  distinguishVisits()
  reportFrozen()
  followTheme()
  followOtherTabs()
  followLanguage()
  installNotifier({ error: (content, closed) => Message.error({ content, onClose: closed }) })
  installReasonQuestion(askReasonLater)
  installSignatureQuestion(askSignatureLater)
  showFrontEndErrors()
  const sealing = profile().encryptValues && encryptStoredValues(encryptedKeys)
  await signInBySso()
  // If this fetch fails, the lazy component retries and shows the error.
  const frame = isSignedIn() && loadSignedIn().catch(() => undefined)
  await Promise.all([sealing, frame, followLinkLanguage()])
}

/** Maximum time in milliseconds that the first render waits for the first screen. A slower screen appears later. */
const maxWait = 3000

/**
 * Fetches the remote that serves the first path. The remote's boundary shows a failure once the page is drawn.
 * @returns the name of the remote, if there is one
 */
async function loadFirst({ loader, opensWith }: Remotes): Promise<string | undefined> {
  const first = remoteForPath(loader.registry(), firstPath())
  if (!first) return undefined
  opensWith?.(first.name)
  const late = new Promise((resume) => setTimeout(resume, maxWait))
  await Promise.race([loader.load(first.name).catch(() => undefined), late])
  return first.name
}

/**
 * Starts the suite in the page's root element. The first render waits for the remote of the first screen and its
 * texts, so that the finished screen replaces the skeleton directly.
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
  // Late enough: the browser buffers earlier measurements.
  report(({ reportVitals }) => reportVitals(remotes, opening))
  startReporting()
}
