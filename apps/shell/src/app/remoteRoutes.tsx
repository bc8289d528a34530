import { Route } from '@atrium/shared-api'
import type { ReactNode } from 'react'
import { RemoteScreens } from '../remotes/RemoteScreens.tsx'
import { relativePath } from './addresses.tsx'

/** A prefix of the route table, and the remote that stands there. */
export interface RemotePlace {
  readonly name: string
  readonly route: string
}

interface Around {
  /** Shown while the remote or one of its screens is fetched. */
  readonly loading: ReactNode
  /** Shown at a path that is none of the remote's screens. */
  readonly unknown: ReactNode
}

/** Routes, for a `Routes`, that lead to the screens of remotes. */
export const remoteRoutes = (places: readonly RemotePlace[], { loading, unknown }: Around): ReactNode =>
  places.map(({ name, route }) => (
    <Route
      key={route}
      path={`${relativePath(route)}/*`}
      element={<RemoteScreens name={name} route={route} loading={loading} unknown={unknown} />}
    />
  ))
