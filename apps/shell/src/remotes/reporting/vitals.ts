import { type Registry, remoteForPath } from '@atrium/federation'
import { versionPrefixOf } from '@atrium/shared-api'
import { type MetricType, onCLS, onINP, onLCP } from 'web-vitals'
import type { Remotes } from '../context.ts'
import { reportEvent } from './report.ts'

/** Returns the remote that shows the screen at an address of the suite. */
function remoteAt(registry: Registry, address: string): string | undefined {
  const path = new URL(address).hash.slice(1).split('?')[0] ?? ''
  return remoteForPath(registry, path.slice(versionPrefixOf(path).length))?.name
}

/** Whether the browser reports soft navigations. Chromium does since version 151. */
const knowsSoftNavigations = PerformanceObserver.supportedEntryTypes.includes('soft-navigation')

/** Metrics of `web-vitals` with their names in reports. */
const metrics = { LCP: 'lcp', INP: 'inp', CLS: 'cls' } as const
const isReported = (name: MetricType['name']): name is keyof typeof metrics => name in metrics

/** Maximum value in a report. */
const maxValue = 600_000

/**
 * Reports the Core Web Vitals of remotes. A visit is split at each navigation, and each part belongs to the remote at
 * its address. The shell's own screens are not reported. Browsers without soft navigations report one visit per page:
 * the first paint belongs to the remote of the first screen, and later metrics are reported only if no other remote
 * was shown.
 * @param opening the remote of the first screen, if there is one
 */
export function reportVitals(
  { loader, shownReleases = new Map() }: Remotes,
  opening: string | undefined,
): void {
  const report = ({ name: metric, value, navigationType, navigationURL }: MetricType): void => {
    const isCut = navigationType === 'soft-navigation' && navigationURL !== undefined
    const name = isCut ? remoteAt(loader.registry(), navigationURL) : opening
    const version = name && shownReleases.get(name)
    if (!name || !version || !isReported(metric)) return
    const isWholeVisit = !isCut && !knowsSoftNavigations && metric !== 'LCP'
    if (isWholeVisit && shownReleases.size > 1) return
    reportEvent({ kind: 'vital', name, version, metric: metrics[metric], value: Math.min(value, maxValue) })
  }
  for (const measure of [onLCP, onINP, onCLS]) measure(report, { reportSoftNavs: true })
}
