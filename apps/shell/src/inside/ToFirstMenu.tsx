import { Navigate, pathOf, useLocation, useSession, versionPrefixOf } from '@atrium/shared-api'
import { firstEntry } from '../menu/index.ts'

/** Leads to the first entry of the user's menu; to the landing page where there is none. */
export function ToFirstMenu() {
  const menu = useSession(({ user }) => user?.menuList) ?? []
  const { pathname, key } = useLocation()
  const url = firstEntry(menu)?.url
  const path = url ? versionPrefixOf(pathname) + url : pathOf('softIndex', pathname)
  return <Navigate key={key} to={path} replace />
}
