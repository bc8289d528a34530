import { Outlet } from '@atrium/shared-api'
import { Suspense } from 'react'
import { ContentOverlay } from './ContentOverlay.tsx'
import { SkipLink } from './SkipLink.tsx'
import { TopBar } from './topBar/index.ts'
import './frame.css'

/** The root shell: top bar and content, without a menu. */
export function PortalFrame() {
  return (
    <div className="frame">
      <SkipLink />
      <TopBar />
      <div className="frame-body">
        <main className="frame-content frame-portal" id="content" tabIndex={-1}>
          <ContentOverlay />
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
    </div>
  )
}
