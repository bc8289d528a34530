import { useSession } from '@atrium/shared-api'

/**
 * Tells when the user is no longer where they were: they went back or forward, or are signed out. A way back that a
 * leave guard holds up is none.
 * @returns ends it
 */
export function onPageLeft(left: () => void): () => void {
  const stop = useSession.subscribe(({ key }) => {
    if (key === undefined) left()
  })
  addEventListener('popstate', left)
  return () => {
    stop()
    removeEventListener('popstate', left)
  }
}
