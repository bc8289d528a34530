import type { MenuEntry, MenuGroup } from '@atrium/contract'
import { needsMenu, Outlet, useLocation, usePageTitle, useSession, useTexts } from '@atrium/shared-api'
import { Suspense, useEffect, useMemo } from 'react'
import { NotFound } from '../app/NotFound.tsx'
import { entryAt } from '../menu/entries.ts'
import { recordVisit } from '../menu/recent.ts'
import { useRegistry } from '../remotes/context.ts'
import { isServed } from '../remotes/screens.ts'
import { ContentOverlay } from './ContentOverlay.tsx'
import { MenuDrawer } from './side-menu/MenuDrawer.tsx'
import { SideMenu } from './side-menu/SideMenu.tsx'
import { TopBar } from './top-bar/TopBar.tsx'
import { Watermark } from './Watermark.tsx'
import './frame.css'

const noMenu: readonly MenuGroup[] = []

/** Frame of administration screens: top bar, menu and content. Shows only screens of the user's menu, and those without. */
export function AdminFrame() {
  const menu = useSession(({ user }) => user?.menuList) ?? noMenu
  const { pathname } = useLocation()
  const entry = entryAt(menu, pathname)
  const hasMenu = menu.length > 0
  // Memoized, because the address changes with every page of a list.
  const bar = useMemo(() => <TopBar start={hasMenu && <MenuDrawer menu={menu} />} />, [menu, hasMenu])
  const side = useMemo(() => <SideMenu menu={menu} />, [menu])
  return (
    <div className="frame">
      <Watermark />
      <SkipLink />
      {bar}
      <div className="frame-body">
        {hasMenu && side}
        <main className="frame-content" id="content" tabIndex={-1}>
          <ContentOverlay />
          {entry && <Visit entry={entry} />}
          <Suspense>{entry || !needsMenu(pathname) ? <Outlet /> : <NotFound />}</Suspense>
        </main>
      </div>
    </div>
  )
}

/**
 * Sets the page title to a menu entry, and records the visit if a remote serves the entry's path. Rendered before the
 * screen, so that "Page not found" can change the title.
 */
function Visit({ entry: { id, name, url } }: { readonly entry: MenuEntry }) {
  const userId = useSession(({ user }) => user?.id)
  const isKept = isServed(useRegistry(), url)
  usePageTitle(name)
  useEffect(() => {
    if (userId && isKept) recordVisit(userId, id)
  }, [userId, isKept, id])
  return null
}

/** Frame of other screens: top bar and content, without a menu. */
export function PortalFrame() {
  return (
    <div className="frame">
      <Watermark />
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

/**
 * Lets keyboard users skip the top bar and the menu. Not a real link, because the hash of the address is the route.
 */
function SkipLink() {
  const t = useTexts('shell')
  return (
    <button type="button" className="skip-link" onClick={() => document.getElementById('content')?.focus()}>
      {t('content.skip')}
    </button>
  )
}

/** Repeats the page's first skeleton (html/signed-in.html) until the user and the frame are loaded. */
export function FrameSkeleton() {
  return (
    <div className="sk sk-in" aria-hidden="true">
      <div className="sk-bar">
        <i className="sk-logo" />
      </div>
      <div className="sk-menu">
        <i />
        <i />
        <i />
        <i />
      </div>
      <div className="sk-content">
        <i className="sk-title" />
        <div className="sk-panel" />
      </div>
    </div>
  )
}
