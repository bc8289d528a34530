import { isPublic, Route, Routes, routeTable } from '@atrium/shared-api'
import { Suspense } from 'react'
import { InsideBoundary, InsideRoutes } from '../inside/index.ts'
import { below, ToRoute, usePlaces } from '../places/index.ts'
import { RemoteScreens } from '../remotes/index.ts'
import { SignInArea } from '../session/index.ts'

const signIn = routeTable.signIn.path

/** The route table: the screens that need no session here, everything behind them in `inside`. */
export function SuiteRoutes() {
  const outside = usePlaces().filter(({ route }) => isPublic(route))
  return (
    <Routes>
      <Route path={below(signIn)} element={<ToRoute name="signInIndex" />} />
      <Route path={below(routeTable.login.path)} element={<ToRoute name="signInIndex" />} />
      <Route path={below(routeTable.forget.path)} element={<ToRoute name="getBackPwd" />} />
      {outside.map(({ name, route }) => (
        <Route
          key={route}
          path={`${below(route)}/*`}
          element={
            <SignInArea>
              <RemoteScreens
                name={name}
                route={route}
                loading={null}
                unknown={<ToRoute name="signInIndex" />}
              />
            </SignInArea>
          }
        />
      ))}
      <Route
        path="*"
        element={
          <InsideBoundary>
            <Suspense>
              <InsideRoutes />
            </Suspense>
          </InsideBoundary>
        }
      />
    </Routes>
  )
}
