import type { MenuGroup } from '@atrium/contract'
import { Outlet, useLocation, useSession, useTexts } from '@atrium/shared-api'
import { Suspense, useMemo } from 'react'
import { entryAt } from '../menu/index.ts'
import { NotFound } from '../missing/index.ts'
import { ContentOverlay } from './ContentOverlay.tsx'
import { SkipLink } from './SkipLink.tsx'
import { MenuDrawer, SideMenu } from './sideMenu/index.ts'
import { TopBar } from './topBar/index.ts'
import { useTitle } from './useTitle.ts'
import './frame.css'

const noMenu: readonly MenuGroup[] = []

/** The admin shell: top bar, menu, content. Shows only what the user's menu leads to. */
export function AdminFrame() {
  const t = useTexts('shell')
  const menu = useSession(({ user }) => user?.menuList) ?? noMenu
  const entry = entryAt(menu, useLocation().pathname)
  useTitle(entry?.name ?? t('missing.title'))
  // The address changes with every page of a list; bar and menu do not change with it.
  const bar = useMemo(() => <TopBar start={<MenuDrawer menu={menu} />} />, [menu])
  const side = useMemo(() => <SideMenu menu={menu} />, [menu])
  return (
    <div className="frame">
      <SkipLink />
      {bar}
      <div className="frame-body">
        {side}
        <main className="frame-content" id="content" tabIndex={-1}>
          <ContentOverlay />
          <Suspense>{entry ? <Outlet /> : <NotFound />}</Suspense>
        </main>
      </div>
    </div>
  )
}
