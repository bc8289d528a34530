import { type Registry, remoteForPath } from '@atrium/federation'
import { versionPrefixOf } from '@atrium/shared-api'
import { type MetricType, onCLS, onINP, onLCP } from 'web-vitals'
import type { Remotes } from '../context.ts'
import { reportEvent } from './report.ts'

/** The remote whose screen an address of the suite shows. */
function remoteAt(registry: Registry, address: string): string | undefined {
  const path = new URL(address).hash.slice(1).split('?')[0] ?? ''
  return remoteForPath(registry, path.slice(versionPrefixOf(path).length))?.name
}

/** Whether the browser says where within a page's life another screen came by a click: Chromium does since 151. */
const knowsSoftNavigations = PerformanceObserver.supportedEntryTypes.includes('soft-navigation')

/** What `web-vitals` measures, as reports name it. */
const metrics = { LCP: 'lcp', INP: 'inp', CLS: 'cls' } as const
const isReported = (name: MetricType['name']): name is keyof typeof metrics => name in metrics

/** The most that a report may say. */
const most = 600_000

/**
 * Reports the Core Web Vitals of the remotes that users meet. A visit is cut where they go on to another screen, and each
 * piece belongs to the remote at its address; the landing page and other screens of the shell belong to none. Browsers
 * that do not cut visits know one from its beginning to its end: there the first paint belongs to the remote that the
 * page opened with, and what came later only where no other remote has stood.
 * @param opening the remote that the page opened with, if it was one
 */
export function reportVitals({ loader, stood = new Map() }: Remotes, opening: string | undefined): void {
  const report = ({ name: metric, value, navigationType, navigationURL }: MetricType): void => {
    const isCut = navigationType === 'soft-navigation' && navigationURL !== undefined
    const name = isCut ? remoteAt(loader.registry(), navigationURL) : opening
    const version = name && stood.get(name)
    if (!name || !version || !isReported(metric)) return
    const isWholeVisit = !isCut && !knowsSoftNavigations && metric !== 'LCP'
    if (isWholeVisit && stood.size > 1) return
    reportEvent({ kind: 'vital', name, version, metric: metrics[metric], value: Math.min(value, most) })
  }
  for (const measure of [onLCP, onINP, onCLS]) measure(report, { reportSoftNavs: true })
}
