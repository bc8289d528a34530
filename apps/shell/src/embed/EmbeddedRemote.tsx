import { MemoryRouter, profile } from '@atrium/shared-api'
import { UiProvider } from '@atrium/ui-kit'
import { Suspense } from 'react'
import { ScreenSkeleton } from '../app/ScreenSkeleton.tsx'
import { ContentOverlay } from '../frame/ContentOverlay.tsx'
import { Watermark } from '../frame/Watermark.tsx'
import { Relogin } from '../relogin/Relogin.tsx'
import { type Remotes, RemotesProvider } from '../remotes/context.ts'
import { plainBasename } from './address.ts'
import type { EmbeddedRoot } from './root.ts'
import { Slot, type SlotProps } from './Slot.tsx'
import { usePageSession } from './session.ts'
import './embed.css'

export interface EmbeddedRemoteProps extends SlotProps {
  readonly root: EmbeddedRoot
  readonly remotes: Remotes
  /** Path of the first screen in the route table. */
  readonly start: string
  /** Whether this slot asks the user to sign in again, on behalf of the whole page. */
  readonly asksToSignIn: boolean
}

/** Shows one remote in a foreign page, or the sign-in screens if there is no session. */
export function EmbeddedRemote({ root, remotes, start, asksToSignIn, ...slot }: EmbeddedRemoteProps) {
  const base = plainBasename(slot.basename ?? '')
  const isGiven = usePageSession(({ given }) => given !== undefined)
  return (
    <UiProvider brandColor={profile().brand.colour} root={root}>
      <RemotesProvider value={remotes}>
        <MemoryRouter basename={base || '/'} initialEntries={[base + start]}>
          <ContentOverlay />
          <Watermark />
          <Suspense fallback={<ScreenSkeleton />}>
            <Slot {...slot} />
          </Suspense>
          {asksToSignIn && !isGiven && <Relogin />}
        </MemoryRouter>
      </RemotesProvider>
    </UiProvider>
  )
}
