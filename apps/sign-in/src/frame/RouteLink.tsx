import { Link, pathOf, type RouteName, useLocation } from '@atrium/shared-api'
import type { ReactNode } from 'react'

interface Props {
  readonly name: RouteName
  /** Fields of the address's query. */
  readonly query?: Readonly<Record<string, string>>
  readonly children: ReactNode
}

/** A link to a route by its name. */
export function RouteLink({ name, query, children }: Props) {
  const path = pathOf(name, useLocation().pathname)
  return <Link to={query ? `${path}?${new URLSearchParams(query)}` : path}>{children}</Link>
}
