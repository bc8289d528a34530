import {
  createRemoteLoader,
  type PageManifest,
  pageElements,
  type Registry,
  type RemoteEvent,
  type RemoteLoader,
  withOverrides,
} from '@atrium/federation'
import { moduleName, textsOf, useSession } from '@atrium/shared-api'
import { Message } from '@atrium/ui-kit'
import { lastGood, shareOfBrowser } from './browser-memory.ts'
import type { Remotes } from './context.ts'
import { entering, reportFrozen } from './entering.ts'
import { pageOverrides, readJson } from './page-data.ts'
import { fetchRegistry } from './registry.ts'
import { report, reportFailure, watchErrors } from './reporting.ts'
import { isSafeMode } from './safe-mode.ts'

/** How often a page that is looked at asks which releases count, in milliseconds. */
const refreshEvery = 300_000

/** Keeps a long-open page up to date with releases, and reports those that froze a tab. */
export function keepUpToDate(loader: RemoteLoader): void {
  const refresh = () => {
    if (document.visibilityState !== 'visible') return
    loader.refresh()
    reportFrozen()
  }
  document.addEventListener('visibilitychange', refresh)
  setInterval(refresh, refreshEvery)
  useSession.subscribe(({ key, user }, before) => {
    const another = before.user !== undefined && user !== undefined && user.id !== before.user.id
    if (another || (key === undefined) !== (before.key === undefined)) loader.forgetAudience()
  })
}

/**
 * Has modules from the user's own machine end with the session that agreed to them, whoever signs in next in this tab:
 * what they have brought leaves the page only with the page itself.
 */
function endOverridesWithSession(): void {
  if (pageOverrides().length === 0) return
  useSession.subscribe(({ key }, before) => {
    // Whoever ends a session leads to another place yet.
    if (key !== before.key) setTimeout(() => window.location.reload())
  })
}

/** Tells the user and the operators what happens to remotes. */
export function teller(
  opening: () => string | undefined,
  stood: Map<string, string>,
): (event: RemoteEvent) => void {
  let first = true
  return (event) => {
    const { kind, name, version } = event
    if (kind === 'released') {
      Message.info(textsOf('shell')('remotes.released', { module: moduleName(name) }))
    } else if (kind === 'loaded') {
      stood.set(name, version)
      // The screen that a page opens with is waited for since the page was asked for.
      const readyTime = first && name === opening() ? performance.now() : event.milliseconds
      first = false
      report(({ reportEvent }) => reportEvent({ kind, name, version, readyTime: Math.round(readyTime) }))
    } else {
      const { error } = event
      const { stage, status = 0 } = error
      reportFailure(({ detailOfLoad, reportEvent }) =>
        reportEvent({ kind, name, version, stage, status, detail: detailOfLoad(error) }),
      )
    }
  }
}

/** The remotes that the server wrote into the page: it read and checked the registry at this very request. */
export function pageRemotes(): Remotes {
  let opening: string | undefined
  const stood = new Map<string, string>()
  const loader = createRemoteLoader({
    registry: withOverrides(readJson<Registry>(pageElements.registry, { remotes: [] }), pageOverrides()),
    manifests: readJson<Record<string, PageManifest>>(pageElements.manifests, {}),
    refresh: async () => withOverrides(await fetchRegistry(), pageOverrides()),
    audience: () => ({
      tenants: useSession.getState().user?.tenants.map(({ id }) => id) ?? [],
      bucket: shareOfBrowser(),
    }),
    safe: isSafeMode(),
    lastGood,
    entering,
    onEvent: teller(() => opening, stood),
  })
  keepUpToDate(loader)
  endOverridesWithSession()
  watchErrors(loader)
  return {
    loader,
    stood,
    opensWith: (name) => {
      opening = name
    },
  }
}
