import type { ReleaseEvent } from '@atrium/contract'
import { developmentVersion } from '@atrium/federation'
import { postReport } from '../post-report.ts'

/** Maximum number of events in a report. */
const maxEventsPerReport = 50

/** Maximum number of events that a page reports, however long it stays open. */
const maxEventsPerPage = 300

/** Time that an event waits for further events, in milliseconds. */
const delay = 5000

/** Pending events by a key that is the same for repeats. */
const waiting = new Map<string, ReleaseEvent>()
/** Keys of the events that this page has already reported. */
const reported = new Set<string>()
/** Keys of the events whose first attempt failed. They get one retry. */
const failedOnce = new Set<string>()

let timer: ReturnType<typeof setTimeout> | undefined
let remaining = maxEventsPerPage

const keyOf = (event: ReleaseEvent): string => {
  const { kind, name, version } = event
  if (kind === 'vital') return [kind, name, version, event.metric].join(' ')
  return [kind, name, version, ...(kind === 'failed' ? [event.stage, event.status, event.detail] : [])].join(
    ' ',
  )
}

/** Sends the pending events. Failed events are sent once more with the next ones. */
function flush(): void {
  clearTimeout(timer)
  timer = undefined
  const events = [...waiting].slice(0, maxEventsPerReport)
  if (events.length === 0) return
  for (const [key] of events) waiting.delete(key)
  // The response is ignored, because a rejected report is not sent again.
  void postReport(events.map(([, event]) => event)).catch(() => {
    for (const [key, event] of events) {
      if (failedOnce.has(key) || waiting.has(key) || waiting.size >= maxEventsPerReport) continue
      failedOnce.add(key)
      waiting.set(key, event)
    }
  })
}

/**
 * Reports an event of a release to the server: a load, a failure, or a Web Vital. A page reports the same event once.
 * Of a vital, the last value counts. Never throws.
 */
export function reportEvent(event: ReleaseEvent): void {
  // Modules that a user develops on their own machine are not reported.
  if (event.version === developmentVersion) return
  const key = keyOf(event)
  if (event.kind !== 'vital' && reported.has(key)) return
  if (!waiting.has(key)) {
    if (remaining === 0) return
    remaining -= 1
  }
  if (event.kind !== 'vital') reported.add(key)
  waiting.set(key, event)
  if (waiting.size >= maxEventsPerReport) flush()
  else timer ??= setTimeout(flush, delay)
}

/** Sends pending events before the page closes, and when the network is back. */
export function reportInTime(): void {
  window.addEventListener('pagehide', flush)
  window.addEventListener('online', flush)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush())
}
