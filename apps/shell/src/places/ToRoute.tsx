import { Navigate, pathOf, type RouteName, useLocation } from '@atrium/shared-api'

/** Leads on to a route by its name, in place of the present one: at each arrival, also at one before it is drawn. */
export function ToRoute({ name }: { readonly name: RouteName }) {
  const { pathname, key } = useLocation()
  return <Navigate key={key} to={pathOf(name, pathname)} replace />
}
