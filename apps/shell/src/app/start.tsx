import {
  createRemoteLoader,
  pageElements,
  type Registry,
  type RemoteManifest,
  remoteForPath,
} from '@atrium/federation'
import {
  encryptedKeys,
  encryptStoredValues,
  followLanguage,
  followLinkLanguage,
  followOtherTabs,
  followTheme,
  installNotifier,
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
import '../remotes/provided.ts'
import '../texts/index.ts'
import { App } from './App.tsx'
import { firstPath } from './addresses.tsx'
import { loadSignedIn } from './signedIn.ts'

function readJson<Content>(id: string, otherwise: Content): Content {
  const text = document.getElementById(id)?.textContent
  return text ? (JSON.parse(text) as Content) : otherwise
}

/** The remotes that the server wrote into the page: it read and checked the registry at this very request. */
export function pageRemotes(): Remotes {
  const registry = readJson<Registry>(pageElements.registry, { remotes: [] })
  const manifests = readJson<Record<string, RemoteManifest>>(pageElements.manifests, {})
  return { registry, loader: createRemoteLoader({ registry, manifests }) }
}

/**
 * Whatever must stand before the first render: profile, theme, messages, what the browser keeps, and the frame of
 * those signed in.
 */
async function prepare(): Promise<void> {
  readPageProfile()
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

/**
 * Starts the suite in the page's root element. The remote of the first screen and its texts are awaited
 * before the first render, so that the skeleton gives way to the finished screen at once.
 */
export async function boot(remotes: Remotes): Promise<void> {
  const element = document.getElementById('root')
  if (!element) return
  const first = remoteForPath(remotes.registry, firstPath())
  // A failure shows in the remote's own place, once the page is there.
  await Promise.all([prepare(), first && remotes.loader.load(first.name).catch(() => undefined)])
  await textsOfPage('contract', 'shell')
  await textsSettled()
  createRoot(element).render(
    <UiProvider brandColor={profile().brand.colour}>
      <RemotesProvider value={remotes}>
        <App />
      </RemotesProvider>
    </UiProvider>,
  )
}
