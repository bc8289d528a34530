import { Navigate, pathOf, type RouteName, useLocation } from '@atrium/shared-api'

/** Leads on to a route by its name, in place of the present one. */
export function ToRoute({ name }: { readonly name: RouteName }) {
  return <Navigate to={pathOf(name, useLocation().pathname)} replace />
}
