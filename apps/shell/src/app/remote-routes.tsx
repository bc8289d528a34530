import { Route } from '@atrium/shared-api'
import type { ComponentProps, ReactNode } from 'react'
import { RemoteScreens } from '../remotes/RemoteScreens.tsx'
import { relativePath } from './addresses.tsx'

type Screens = ComponentProps<typeof RemoteScreens>

/**
 * Returns the routes to remote screens, for use in a `Routes` element.
 * @param screens prefixes of the route table with the names of the remotes
 * @param around what is shown while a remote loads, and where it has no screen
 */
export const remoteRoutes = (
  screens: readonly Pick<Screens, 'name' | 'route'>[],
  around: Pick<Screens, 'loading' | 'unknown'>,
): ReactNode =>
  screens.map(({ name, route }) => (
    <Route
      key={route}
      path={`${relativePath(route)}/*`}
      element={<RemoteScreens name={name} route={route} {...around} />}
    />
  ))
