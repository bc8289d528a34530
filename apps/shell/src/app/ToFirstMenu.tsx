import type { MenuGroup } from '@atrium/contract'
import { pathOf, useLocation, useNavigate, useSession, versionPrefixOf } from '@atrium/shared-api'
import { useEffect } from 'react'
import { FrameSkeleton } from '../frame/Frames.tsx'
import { firstEntry } from '../menu/entries.ts'
import { useRemotes } from '../remotes/context.ts'
import { isKnownScreen } from '../remotes/screens.ts'

const noMenu: readonly MenuGroup[] = []

/** Redirects to the first screen of the user's menu, or to the landing page if there is none. */
export function ToFirstMenu() {
  const menu = useSession(({ user }) => user?.menuList) ?? noMenu
  const { loader } = useRemotes()
  const navigate = useNavigate()
  const { pathname, key } = useLocation()
  // Depends on the key of the visit, so that a second visit redirects again.
  useEffect(() => {
    let isHere = true
    void firstEntry(menu, (path) => isKnownScreen(loader, path)).then((entry) => {
      if (!isHere) return
      const target = entry ? versionPrefixOf(pathname) + entry.url : pathOf('softIndex', pathname)
      void navigate(target, { replace: true })
    })
    return () => {
      isHere = false
    }
  }, [menu, loader, navigate, pathname, key])
  return <FrameSkeleton />
}
