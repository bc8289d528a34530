import { MemoryRouter, profile } from '@atrium/shared-api'
import { UiProvider } from '@atrium/ui-kit'
import { Suspense } from 'react'
import { ScreenSkeleton } from '../app/ScreenSkeleton.tsx'
import { ContentOverlay } from '../frame/ContentOverlay.tsx'
import { Relogin } from '../relogin/Relogin.tsx'
import { type Remotes, RemotesProvider } from '../remotes/context.ts'
import { plainBasename } from './address.ts'
import { Place, type PlaceProps } from './Place.tsx'
import type { EmbeddedRoot } from './root.ts'
import { usePageSession } from './session.ts'
import './embed.css'

export interface EmbeddedRemoteProps extends PlaceProps {
  readonly root: EmbeddedRoot
  readonly remotes: Remotes
  /** The first screen, as a path of the route table. */
  readonly start: string
  /** Whether it is this place that asks to sign in again, for all of the page. */
  readonly asksToSignIn: boolean
}

/** One remote in somebody else's page: its screens, and those of signing in where nobody is. */
export function EmbeddedRemote({ root, remotes, start, asksToSignIn, ...place }: EmbeddedRemoteProps) {
  const base = plainBasename(place.basename ?? '')
  const isGiven = usePageSession(({ given }) => given !== undefined)
  return (
    <UiProvider brandColor={profile().brand.colour} root={root}>
      <RemotesProvider value={remotes}>
        <MemoryRouter basename={base || '/'} initialEntries={[base + start]}>
          <ContentOverlay />
          <Suspense fallback={<ScreenSkeleton />}>
            <Place {...place} />
          </Suspense>
          {asksToSignIn && !isGiven && <Relogin />}
        </MemoryRouter>
      </RemotesProvider>
    </UiProvider>
  )
}
