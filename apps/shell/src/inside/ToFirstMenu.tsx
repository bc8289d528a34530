import { Navigate, pathOf, useLocation, useSession, versionPrefixOf } from '@atrium/shared-api'
import { firstEntry } from '../menu/index.ts'

/** Leads to the first entry of the user's menu; to the landing page where there is none. */
export function ToFirstMenu() {
  const menu = useSession(({ user }) => user?.menuList) ?? []
  const { pathname } = useLocation()
  const url = firstEntry(menu)?.url
  return <Navigate to={url ? versionPrefixOf(pathname) + url : pathOf('softIndex', pathname)} replace />
}
