import { Route } from '@atrium/shared-api'
import type { ComponentProps, ReactNode } from 'react'
import { RemoteScreens } from '../remotes/RemoteScreens.tsx'
import { relativePath } from './addresses.tsx'

type Screens = ComponentProps<typeof RemoteScreens>

/**
 * Routes, for a `Routes`, that lead to the screens of remotes.
 * @param places prefixes of the route table, and the remotes that stand there
 * @param around what is shown while they come, and where there are none
 */
export const remoteRoutes = (
  places: readonly Pick<Screens, 'name' | 'route'>[],
  around: Pick<Screens, 'loading' | 'unknown'>,
): ReactNode =>
  places.map(({ name, route }) => (
    <Route
      key={route}
      path={`${relativePath(route)}/*`}
      element={<RemoteScreens name={name} route={route} {...around} />}
    />
  ))
