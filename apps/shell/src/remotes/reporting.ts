import type { RemoteLoader } from '@atrium/federation'

/** What tells the server of what the page meets with remotes. */
type Reporting = typeof import('./reporting/index.ts')

/**
 * When it is fetched where nothing has failed, in milliseconds: a while after somebody has done something on the page,
 * which is no sooner than a screen stands, else in the end.
 */
const fetchedAfter = { firstInput: 1000, start: 10_000 }

/** How much may wait for it. */
const mostWaiting = 50

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
      for (const tell of waiting.splice(0)) tell(reporting)
    },
    // The next failure has it fetched again.
    () => {
      isComing = false
    },
  )
}

/** Has it fetched once nobody waits for anything. */
export function startReporting(): void {
  setTimeout(fetchReporting, fetchedAfter.start)
  const atFirstInput = () => setTimeout(fetchReporting, fetchedAfter.firstInput)
  for (const input of ['pointerdown', 'keydown'])
    window.addEventListener(input, atFirstInput, { once: true, capture: true, passive: true })
}

/** Has something told when that which tells it is here. */
export function report(tell: (reporting: Reporting) => void): void {
  if (here) tell(here)
  else if (waiting.length < mostWaiting) waiting.push(tell)
}

/** Has a failure told, for which nothing is waited. */
export function reportFailure(tell: (reporting: Reporting) => void): void {
  report(tell)
  fetchReporting()
}

/** Has told what goes wrong with remotes on the page outside of their boundaries, from now on. */
export function watchErrors(loader: RemoteLoader): void {
  window.addEventListener('error', (event) => reportFailure((reporting) => reporting.reportError(event)))
  window.addEventListener('unhandledrejection', (event) =>
    reportFailure((reporting) => reporting.reportRejection(event)),
  )
  document.addEventListener('securitypolicyviolation', (event) =>
    reportFailure((reporting) => reporting.reportViolation(event, loader)),
  )
}
