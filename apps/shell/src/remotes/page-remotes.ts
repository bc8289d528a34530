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

/** Interval at which a visible page fetches the active releases, in milliseconds. */
const refreshEvery = 300_000

/** Keeps a long-open page up to date with releases, and reports the releases that froze a tab. */
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
 * Stops the modules from the user's own machine when the session that allowed them ends. Only a reload removes their
 * code from the page.
 */
function endOverridesWithSession(): void {
  if (pageOverrides().length === 0) return
  useSession.subscribe(({ key }, before) => {
    // Reloads in a separate task, because ending a session also changes the address.
    if (key !== before.key) setTimeout(() => window.location.reload())
  })
}

/** Creates a handler that notifies the user and the operators of remote events. */
export function createEventHandler(
  opening: () => string | undefined,
  shownReleases: Map<string, string>,
): (event: RemoteEvent) => void {
  let first = true
  return (event) => {
    const { kind, name, version } = event
    if (kind === 'released') {
      Message.info(textsOf('shell')('remotes.released', { module: moduleName(name) }))
    } else if (kind === 'loaded') {
      shownReleases.set(name, version)
      // The first screen's time is measured from the request of the page.
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

/** Returns the remotes that the server wrote into the page. The server has just read and checked the registry. */
export function pageRemotes(): Remotes {
  let opening: string | undefined
  const shownReleases = new Map<string, string>()
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
    onEvent: createEventHandler(() => opening, shownReleases),
  })
  keepUpToDate(loader)
  endOverridesWithSession()
  watchErrors(loader)
  return {
    loader,
    shownReleases,
    opensWith: (name) => {
      opening = name
    },
  }
}
