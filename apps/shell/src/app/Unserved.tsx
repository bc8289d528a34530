import { useLocation } from '@atrium/shared-api'
import { useEffect, useState } from 'react'
import { useRemotes } from '../remotes/context.ts'
import { NotFound } from './NotFound.tsx'
import { ScreenSkeleton } from './ScreenSkeleton.tsx'

/**
 * Shown at a path of the menu that no known remote serves. It fetches the registry first: the remote may have
 * been released since, and a tenant's release may have prefixes that other releases lack.
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
