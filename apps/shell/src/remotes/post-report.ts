import type { ReleaseEvent } from '@atrium/contract'
import { profile, useSession } from '@atrium/shared-api'

/** Path of `releaseReport`. Importing the declaration would add its schema to every page. */
const path = '/release/report'

/** Sends events of releases to the server. The request continues when the page closes or freezes. */
export async function postReport(events: readonly ReleaseEvent[]): Promise<void> {
  const { key } = useSession.getState()
  await fetch(new URL(`${profile().apiPrefix}${path}`, document.baseURI), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { Authorization: key }) },
    body: JSON.stringify({ events }),
    keepalive: true,
  })
}
