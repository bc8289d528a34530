import { ownerOf } from '@atrium/federation'
import { profile, textsOfPage, textsSettled } from '@atrium/shared-api'
import { UiProvider } from '@atrium/ui-kit'
import { createRoot } from 'react-dom/client'
import { App } from '../app/index.ts'
import { type Remotes, RemotesProvider } from '../remotes/index.ts'
import { firstPath, prepare } from '../start/index.ts'

/**
 * Starts the suite in the page's root element. The remote of the first screen and its texts are awaited
 * before the first render, so that the skeleton gives way to the finished screen at once.
 */
export async function boot(remotes: Remotes): Promise<void> {
  const element = document.getElementById('root')
  if (!element) return
  const first = ownerOf(remotes.registry, firstPath())
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
