import {
  isPublic,
  Navigate,
  pathOf,
  Route,
  Routes,
  routeTable,
  useLocation,
  useSession,
  versionPrefixOf,
  withTexts,
} from '@atrium/shared-api'
import { lazyPart } from '@atrium/ui-kit'
import { AdminFrame, PortalFrame } from '../frame/frames.tsx'
import { manuals } from '../help/manuals.ts'
import LandingPage from '../landing/LandingPage.tsx'
import { firstEntry } from '../menu/entries.ts'
import { Overrides } from '../overrides/Overrides.tsx'
import { SessionGuard } from '../session/SessionGuard.tsx'
import { RedirectToRoute, relativePath, useRemotePrefixes } from './addresses.tsx'
import { FetchFailed } from './FetchFailed.tsx'
import { NotFound } from './NotFound.tsx'
import { remoteRoutes } from './remoteRoutes.tsx'
import { ScreenSkeleton } from './ScreenSkeleton.tsx'

/** Fetched by those who look for help. Where it fails, bar and menus stay. */
const HelpPage = lazyPart(() => withTexts(import('../help/HelpPage.tsx'), 'help'), FetchFailed)

/** Fetched by those who work in the products. */
const TenantListPage = lazyPart(
  () => withTexts(import('../landing/TenantListPage.tsx'), 'landing'),
  FetchFailed,
)
const StudyListPage = lazyPart(
  () => withTexts(import('../landing/StudyListPage.tsx'), 'landing'),
  FetchFailed,
)

/** The routes of those who are signed in, each in its frame. Remotes bring their own screens. */
export default function SignedInRoutes() {
  return (
    <>
      <SignedInScreens />
      <Overrides />
    </>
  )
}

function SignedInScreens() {
  const places = useRemotePrefixes().filter(({ route }) => !isPublic(route))
  return (
    <Routes>
      <Route element={<SessionGuard />}>
        <Route index element={<RedirectToRoute name="softIndex" />} />
        <Route path={relativePath(routeTable.index.path)} element={<ToFirstMenu />} />
        <Route element={<AdminFrame />}>
          {remoteRoutes(places, { loading: <ScreenSkeleton />, unknown: <NotFound /> })}
        </Route>
        <Route element={<PortalFrame />}>
          <Route path={relativePath(routeTable.softIndex.path)} element={<LandingPage />} />
          <Route path={relativePath(routeTable.tenantListEDC.path)} element={<TenantListPage />} />
          <Route path={relativePath(routeTable.projectListRTSM.path)} element={<StudyListPage />} />
          {manuals.map(({ name, route }) => (
            <Route
              key={name}
              path={relativePath(routeTable[route].path)}
              element={<HelpPage name={name} />}
            />
          ))}
          <Route path="*" element={<NotFound />} />
        </Route>
      </Route>
    </Routes>
  )
}

/** Leads to the first entry of the user's menu; to the landing page where there is none. */
function ToFirstMenu() {
  const menu = useSession(({ user }) => user?.menuList) ?? []
  const { pathname, key } = useLocation()
  const url = firstEntry(menu)?.url
  const path = url ? versionPrefixOf(pathname) + url : pathOf('softIndex', pathname)
  return <Navigate key={key} to={path} replace />
}
