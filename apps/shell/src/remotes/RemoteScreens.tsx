import { RemoteBoundary } from '@atrium/federation'
import { Route, Routes, useLocation } from '@atrium/shared-api'
import type { ReactNode } from 'react'
import { useRemotes } from './context.ts'
import { RemoteFailed } from './RemoteFailed.tsx'

interface Props {
  /** The remote's name in the registry. */
  readonly name: string
  /** The prefix of the route table at which this stands, `/signIn` for instance. */
  readonly route: string
  /** Shown while the remote or one of its screens is fetched. */
  readonly loading: ReactNode
  /** Shown at a path of the prefix that is none of the remote's screens. */
  readonly unknown: ReactNode
}

/** The screens of one remote, behind its own boundary. Stands in a route of `${route}/*`. */
export function RemoteScreens({ name, route, loading, unknown }: Props) {
  const { loader } = useRemotes()
  const { pathname } = useLocation()
  return (
    <RemoteBoundary
      loader={loader}
      name={name}
      place={pathname}
      loading={loading}
      failed={(failure) => <RemoteFailed {...failure} />}
    >
      {(screens) => (
        <Routes>
          {screens
            .filter(({ path }) => path === route || path.startsWith(`${route}/`))
            .map(({ path, component: Screen }) => (
              <Route key={path} path={path.slice(route.length + 1)} element={<Screen />} />
            ))}
          <Route path="*" element={unknown} />
        </Routes>
      )}
    </RemoteBoundary>
  )
}
