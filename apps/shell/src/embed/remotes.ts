import { createRemoteLoader, type Registry, type RemoteEvent } from '@atrium/federation'
import { useSession } from '@atrium/shared-api'
import { lastGood, shareOfBrowser } from '../remotes/browser-memory.ts'
import type { Remotes } from '../remotes/context.ts'
import { entering, reportFrozen } from '../remotes/entering.ts'
import { createEventHandler, keepUpToDate } from '../remotes/page-remotes.ts'
import { fetchRegistry } from '../remotes/registry.ts'
import { startReporting } from '../remotes/reporting.ts'
import { page } from './page.ts'

/** Returns a registry with absolute addresses, for a page of another origin. */
const withAddresses = ({ remotes }: Registry): Registry => ({
  remotes: remotes.map((entry) => ({
    ...entry,
    releases: Object.fromEntries(
      Object.entries(entry.releases).map(([version, release]) => [
        version,
        { ...release, manifest: new URL(release.manifest, page.origin).href },
      ]),
    ),
  })),
})

/** Returns the remotes of the embedded server. */
export async function embeddedRemotes(onEvent: (event: RemoteEvent) => void): Promise<Remotes> {
  reportFrozen()
  const report = createEventHandler(() => undefined, new Map())
  const loader = createRemoteLoader({
    registry: withAddresses(await page.registry),
    refresh: async () => withAddresses(await fetchRegistry()),
    audience: () => ({
      tenants: useSession.getState().user?.tenants.map(({ id }) => id) ?? [],
      bucket: shareOfBrowser(),
    }),
    lastGood,
    entering,
    onEvent: (event) => {
      report(event)
      onEvent(event)
    },
  })
  keepUpToDate(loader)
  startReporting()
  return { loader }
}
