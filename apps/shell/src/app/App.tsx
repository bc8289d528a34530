import { HashRouter, Route, Routes, versionPrefix } from '@atrium/shared-api'
import { Relogin } from '../relogin/index.ts'
import { SuiteRoutes } from './SuiteRoutes.tsx'

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
