import { releaseReport } from '@atrium/contract'
import { addressGroup } from '../../platform/caller/client.ts'
import { handleOwn, type Route } from '../../platform/http/route.ts'
import { acceptRoutes } from './accept.ts'
import { listRoutes } from './list.ts'
import { operateRoutes } from './operate.ts'
import { browserOf } from './reports/browser.ts'
import { tenantReleaseRoutes } from './tenants.ts'

export type { ReleaseLocations } from './locations.ts'
export { createReleases } from './releases.ts'
export { createReportBuffer } from './report-buffer.ts'
export { activeAlarms, releaseAlarms } from './reports/alarms.ts'
export { startReporting } from './reports/flush.ts'
export { sendShell, servePages } from './serve-pages.ts'
export { registerSuite } from './suite.ts'
export { checkTrustedKeys } from './trusted-keys.ts'

/** POST /release/report. Reports are buffered in memory and written in batches, so the call opens no transaction. */
const reportRoute = handleOwn(releaseReport, async ({ input, caller, client, services }) => {
  const { events } = input
  // The user agent string is neither stored nor shown, and is parsed only for failures.
  const browser = events.some(({ kind }) => kind === 'failed') ? browserOf(client.userAgent) : ''
  const address = addressGroup(client.address)
  services.reports.add({ sessionHash: caller.sessionHash, address, browser }, events)
  return null
})

export const releaseRoutes: readonly Route[] = [
  ...acceptRoutes,
  ...listRoutes,
  ...operateRoutes,
  ...tenantReleaseRoutes,
  reportRoute,
]
