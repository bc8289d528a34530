import type { ReleaseEvent } from '@atrium/contract'
import { developmentVersion } from '@atrium/federation'
import { postReport } from '../post-report.ts'

/** How many events a report may hold. */
const mostAtOnce = 50

/** How many events a page tells of, however long it stays open. */
const mostOfPage = 300

/** How long an event waits for others to go with it, in milliseconds. */
const delay = 5000

/** What is to be told, by what makes two events the same. */
const waiting = new Map<string, ReleaseEvent>()
/** Of what is told once a page, what has been. */
const told = new Set<string>()
/** What could not be told, and waits for its second and last try. */
const failedOnce = new Set<string>()

let timer: ReturnType<typeof setTimeout> | undefined
let room = mostOfPage

const keyOf = (event: ReleaseEvent): string => {
  const { kind, name, version } = event
  if (kind === 'vital') return [kind, name, version, event.metric].join(' ')
  return [kind, name, version, ...(kind === 'failed' ? [event.stage, event.status, event.detail] : [])].join(
    ' ',
  )
}

/** Tells what waits. What does not arrive goes once more, with whatever is told next. */
function flush(): void {
  clearTimeout(timer)
  timer = undefined
  const events = [...waiting].slice(0, mostAtOnce)
  if (events.length === 0) return
  for (const [key] of events) waiting.delete(key)
  // The response does not matter: a rejected report is not sent again.
  void postReport(events.map(([, event]) => event)).catch(() => {
    for (const [key, event] of events) {
      if (failedOnce.has(key) || waiting.has(key) || waiting.size >= mostAtOnce) continue
      failedOnce.add(key)
      waiting.set(key, event)
    }
  })
}

/**
 * Tells the server what this page met with a release: that it was loaded, that it failed, or one of its Web Vitals.
 * What is the same as before is told once a page, but for a vital, of which the last value counts. Never throws.
 */
export function reportEvent(event: ReleaseEvent): void {
  // A module under development on somebody's own machine is not reported.
  if (event.version === developmentVersion) return
  const key = keyOf(event)
  if (event.kind !== 'vital' && told.has(key)) return
  if (!waiting.has(key)) {
    if (room === 0) return
    room -= 1
  }
  if (event.kind !== 'vital') told.add(key)
  waiting.set(key, event)
  if (waiting.size >= mostAtOnce) flush()
  else timer ??= setTimeout(flush, delay)
}

/** Has what waits told before the page goes, and when the network is back. */
export function reportInTime(): void {
  window.addEventListener('pagehide', flush)
  window.addEventListener('online', flush)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush())
}
