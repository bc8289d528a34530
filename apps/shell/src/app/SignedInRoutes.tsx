import { isPublic, Route, Routes, routeTable, useLocation, useSession, withTexts } from '@atrium/shared-api'
import { lazyPart } from '@atrium/ui-kit'
import { AdminFrame, PortalFrame } from '../frame/Frames.tsx'
import { manuals } from '../help/manuals.ts'
import LandingPage from '../landing/LandingPage.tsx'
import { entryAt } from '../menu/entries.ts'
import { Overrides } from '../overrides/Overrides.tsx'
import { SessionGuard } from '../session/SessionGuard.tsx'
import { RedirectToRoute, relativePath, useRemotePrefixes } from './addresses.tsx'
import { FetchFailed } from './FetchFailed.tsx'
import { NotFound } from './NotFound.tsx'
import { remoteRoutes } from './remote-routes.tsx'
import { ScreenSkeleton } from './ScreenSkeleton.tsx'
import { ToFirstMenu } from './ToFirstMenu.tsx'
import { Unserved } from './Unserved.tsx'

/** Fetched on demand. If the fetch fails, the top bar and the menu stay. */
const HelpPage = lazyPart(() => withTexts(import('../help/HelpPage.tsx'), 'help'), FetchFailed)

/** Fetched on demand, for users of the products. */
const TenantListPage = lazyPart(
  () => withTexts(import('../landing/TenantListPage.tsx'), 'landing'),
  FetchFailed,
)
const StudyListPage = lazyPart(
  () => withTexts(import('../landing/StudyListPage.tsx'), 'landing'),
  FetchFailed,
)

/** Renders the routes for signed-in users, each in its frame. Remotes bring their own screens. */
export default function SignedInRoutes() {
  return (
    <>
      <SignedInScreens />
      <Overrides />
    </>
  )
}

function SignedInScreens() {
  const screens = useRemotePrefixes().filter(({ route }) => !isPublic(route))
  const { pathname } = useLocation()
  const isInMenu = useSession(({ user }) => entryAt(user?.menuList ?? [], pathname) !== undefined)
  return (
    <Routes>
      <Route element={<SessionGuard />}>
        <Route index element={<RedirectToRoute name="softIndex" />} />
        <Route path={relativePath(routeTable.index.path)} element={<ToFirstMenu />} />
        <Route element={<AdminFrame />}>
          {remoteRoutes(screens, { loading: <ScreenSkeleton />, unknown: <NotFound /> })}
          {isInMenu && <Route path="*" element={<Unserved />} />}
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
