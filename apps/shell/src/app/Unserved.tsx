import { useLocation } from '@atrium/shared-api'
import { useEffect, useState } from 'react'
import { useRemotes } from '../remotes/context.ts'
import { NotFound } from './NotFound.tsx'
import { ScreenSkeleton } from './ScreenSkeleton.tsx'

/**
 * Shown at a menu path that no known remote serves. Fetches the registry first, because the remote may have been
 * released since, or the tenant's release may add prefixes.
 */
export function Unserved() {
  const { loader } = useRemotes()
  const { pathname } = useLocation()
  const [unserved, setUnserved] = useState<string>()
  useEffect(() => {
    let isHere = true
    void loader.renewRegistry().then(() => isHere && setUnserved(pathname))
    return () => {
      isHere = false
    }
  }, [loader, pathname])
  return unserved === pathname ? <NotFound /> : <ScreenSkeleton />
}
