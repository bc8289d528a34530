import { HashRouter, isPublic, Route, Routes, routeTable, versionPrefix } from '@atrium/shared-api'
import { lazy, Suspense } from 'react'
import { isProductSignIn } from '../product-sign-in/steps.ts'
import { Relogin } from '../relogin/Relogin.tsx'
import { SafeModeNote } from '../remotes/SafeModeNote.tsx'
import { SignInArea } from '../session/SignInArea.tsx'
import { RedirectToRoute, relativePath, useRemotePrefixes } from './addresses.tsx'
import { remoteRoutes } from './remote-routes.tsx'
import { ScreenGuard } from './ScreenGuard.tsx'
import { SignedInRoutes } from './signed-in.ts'

const ProductSignIn = lazy(async () => ({
  default: (await import('../product-sign-in/ProductSignIn.tsx')).ProductSignIn,
}))

/** Renders the suite. Every route also exists under `/version`. */
export function App() {
  return (
    <HashRouter>
      <SafeModeNote />
      <ScreenGuard>
        {isProductSignIn() ? (
          <Suspense>
            <ProductSignIn />
          </Suspense>
        ) : (
          <Routes>
            <Route path={`${versionPrefix}/*`} element={<SuiteRoutes />} />
            <Route path="*" element={<SuiteRoutes />} />
          </Routes>
        )}
      </ScreenGuard>
      <Relogin />
    </HashRouter>
  )
}

const signIn = routeTable.signIn.path

/** Renders the route table: the screens that need no session, then everything else in `SignedInRoutes`. */
function SuiteRoutes() {
  const outside = useRemotePrefixes().filter(({ route }) => isPublic(route))
  return (
    <Routes>
      <Route path={relativePath(signIn)} element={<RedirectToRoute name="signInIndex" />} />
      <Route path={relativePath(routeTable.login.path)} element={<RedirectToRoute name="signInIndex" />} />
      <Route path={relativePath(routeTable.forget.path)} element={<RedirectToRoute name="getBackPwd" />} />
      <Route element={<SignInArea />}>
        {remoteRoutes(outside, { loading: null, unknown: <RedirectToRoute name="signInIndex" /> })}
      </Route>
      <Route
        path="*"
        element={
          <Suspense>
            <SignedInRoutes />
          </Suspense>
        }
      />
    </Routes>
  )
}
