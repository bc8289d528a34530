import { Link, pathOf, useLocation } from '@atrium/shared-api'
import type { ReactNode } from 'react'
import { manualLink } from './addresses.ts'

interface Props {
  readonly href?: string | undefined
  readonly children?: ReactNode
}

/** A link of a manual: to a manual's section in place, elsewhere in a tab of its own. */
export function ManualLink({ href = '', children }: Props) {
  const { pathname } = useLocation()
  const inside = manualLink(href)
  if (inside) {
    const { route, section } = inside
    const search = section ? `?${new URLSearchParams({ section })}` : ''
    return <Link to={{ pathname: route ? pathOf(route, pathname) : pathname, search }}>{children}</Link>
  }
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}
