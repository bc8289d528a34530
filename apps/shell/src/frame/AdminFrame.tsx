import { Outlet, useLocation, useSession, useTexts } from '@atrium/shared-api'
import { Suspense } from 'react'
import { entryAt } from '../menu/index.ts'
import { NotFound } from '../missing/index.ts'
import { ContentOverlay } from './ContentOverlay.tsx'
import { SkipLink } from './SkipLink.tsx'
import { MenuDrawer, SideMenu } from './sideMenu/index.ts'
import { TopBar } from './topBar/index.ts'
import { useTitle } from './useTitle.ts'
import './frame.css'

/** The admin shell: top bar, menu, content. Shows only what the user's menu leads to. */
export function AdminFrame() {
  const t = useTexts('shell')
  const menu = useSession(({ user }) => user?.menuList) ?? []
  const entry = entryAt(menu, useLocation().pathname)
  useTitle(entry?.name ?? t('missing.title'))
  return (
    <div className="frame">
      <SkipLink />
      <TopBar start={<MenuDrawer menu={menu} />} />
      <div className="frame-body">
        <SideMenu menu={menu} />
        <main className="frame-content" id="content" tabIndex={-1}>
          <ContentOverlay />
          <Suspense>{entry ? <Outlet /> : <NotFound />}</Suspense>
        </main>
      </div>
    </div>
  )
}
