import { HashRouter, isPublic, Route, Routes, routeTable, versionPrefix } from '@atrium/shared-api'
import { Component, type ReactNode, Suspense } from 'react'
import { Relogin } from '../relogin/Relogin.tsx'
import { RemoteScreens } from '../remotes/RemoteScreens.tsx'
import { SignInArea } from '../session/SignInArea.tsx'
import { RedirectToRoute, relativePath, useRemotePrefixes } from './addresses.tsx'
import { FetchFailed } from './FetchFailed.tsx'
import { SignedInRoutes } from './signedIn.ts'

/** The suite. The same routes stand once more under `/version`. */
export function App() {
  return (
    <HashRouter>
      <Routes>
        <Route path={`${versionPrefix}/*`} element={<SuiteRoutes />} />
        <Route path="*" element={<SuiteRoutes />} />
      </Routes>
      <Relogin />
    </HashRouter>
  )
}

const signIn = routeTable.signIn.path

/** The route table: the screens that need no session here, everything behind them in `inside`. */
function SuiteRoutes() {
  const outside = useRemotePrefixes().filter(({ route }) => isPublic(route))
  return (
    <Routes>
      <Route path={relativePath(signIn)} element={<RedirectToRoute name="signInIndex" />} />
      <Route path={relativePath(routeTable.login.path)} element={<RedirectToRoute name="signInIndex" />} />
      <Route path={relativePath(routeTable.forget.path)} element={<RedirectToRoute name="getBackPwd" />} />
      {outside.map(({ name, route }) => (
        <Route
          key={route}
          path={`${relativePath(route)}/*`}
          element={
            <SignInArea>
              <RemoteScreens
                name={name}
                route={route}
                loading={null}
                unknown={<RedirectToRoute name="signInIndex" />}
              />
            </SignInArea>
          }
        />
      ))}
      <Route
        path="*"
        element={
          <SignedInBoundary>
            <Suspense>
              <SignedInRoutes />
            </Suspense>
          </SignedInBoundary>
        }
      />
    </Routes>
  )
}

/** Stands in for the suite where its own code could not be fetched; trying again starts the page anew. */
class SignedInBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return <FetchFailed retry={() => window.location.reload()} />
  }
}
