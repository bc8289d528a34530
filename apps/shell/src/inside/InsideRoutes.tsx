import { isPublic, Route, Routes, routeTable, withTexts } from '@atrium/shared-api'
import { lazyPart } from '@atrium/ui-kit'
import { AdminFrame, PortalFrame } from '../frame/index.ts'
import { manuals } from '../help/index.ts'
import LandingPage from '../landing/LandingPage.tsx'
import { NotFound } from '../missing/index.ts'
import { below, ToRoute, usePlaces } from '../places/index.ts'
import { RemoteScreens } from '../remotes/index.ts'
import { SessionGuard } from '../session/SessionGuard.tsx'
import { FetchFailed } from './FetchFailed.tsx'
import { ScreenSkeleton } from './ScreenSkeleton.tsx'
import { ToFirstMenu } from './ToFirstMenu.tsx'

/** Fetched by those who look for help. Where it fails, bar and menus stay. */
const HelpPage = lazyPart(() => withTexts(import('../help/HelpPage.tsx'), 'help'), FetchFailed)

/** The routes of those who are signed in, each in its frame. Remotes bring their own screens. */
export default function InsideRoutes() {
  const places = usePlaces().filter(({ route }) => !isPublic(route))
  return (
    <Routes>
      <Route element={<SessionGuard />}>
        <Route index element={<ToRoute name="softIndex" />} />
        <Route path={below(routeTable.index.path)} element={<ToFirstMenu />} />
        <Route element={<AdminFrame />}>
          {places.map(({ name, route }) => (
            <Route
              key={route}
              path={`${below(route)}/*`}
              element={
                <RemoteScreens
                  name={name}
                  route={route}
                  loading={<ScreenSkeleton />}
                  unknown={<NotFound />}
                />
              }
            />
          ))}
        </Route>
        <Route element={<PortalFrame />}>
          <Route path={below(routeTable.softIndex.path)} element={<LandingPage />} />
          {manuals.map(({ name, route }) => (
            <Route key={name} path={below(routeTable[route].path)} element={<HelpPage name={name} />} />
          ))}
          <Route path="*" element={<NotFound />} />
        </Route>
      </Route>
    </Routes>
  )
}
