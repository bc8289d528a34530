import type { RemoteLoader } from '@atrium/federation'

/** Module that reports remote events to the server. */
type Reporting = typeof import('./reporting/index.ts')

/**
 * Delays in milliseconds after which the module is fetched if nothing fails: after the user's first input, because
 * input needs a screen, or else after the start.
 */
const fetchedAfter = { firstInput: 1000, start: 10_000 }

/** Maximum number of reports that wait for the module. */
const maxPending = 50

let here: Reporting | undefined
let isComing = false
const waiting: ((reporting: Reporting) => void)[] = []

function fetchReporting(): void {
  if (isComing) return
  isComing = true
  import(/* webpackChunkName: "reporting" */ './reporting/index.ts').then(
    (reporting) => {
      here = reporting
      reporting.reportInTime()
      for (const send of waiting.splice(0)) send(reporting)
    },
    // Lets the next failure fetch the module again.
    () => {
      isComing = false
    },
  )
}

/** Fetches the module when the page is idle. */
export function startReporting(): void {
  setTimeout(fetchReporting, fetchedAfter.start)
  const atFirstInput = () => setTimeout(fetchReporting, fetchedAfter.firstInput)
  for (const input of ['pointerdown', 'keydown'])
    window.addEventListener(input, atFirstInput, { once: true, capture: true, passive: true })
}

/** Queues a report until the module is loaded. */
export function report(send: (reporting: Reporting) => void): void {
  if (here) send(here)
  else if (waiting.length < maxPending) waiting.push(send)
}

/** Reports a failure and fetches the module at once. */
export function reportFailure(send: (reporting: Reporting) => void): void {
  report(send)
  fetchReporting()
}

/** Starts to report errors of remotes that occur outside their boundaries. */
export function watchErrors(loader: RemoteLoader): void {
  window.addEventListener('error', (event) => reportFailure((reporting) => reporting.reportError(event)))
  window.addEventListener('unhandledrejection', (event) =>
    reportFailure((reporting) => reporting.reportRejection(event)),
  )
  document.addEventListener('securitypolicyviolation', (event) =>
    reportFailure((reporting) => reporting.reportViolation(event, loader)),
  )
}
