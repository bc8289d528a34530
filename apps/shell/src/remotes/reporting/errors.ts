import { type ReleaseName, type RemoteLoadError, type RemoteLoader, releaseOfFile } from '@atrium/federation'
import { detailOf } from './detail.ts'
import { reportEvent } from './report.ts'

/** Returns the release of the first release file in a stack or an address. */
function releaseIn(text: string): ReleaseName | undefined {
  const addresses = text.match(/https?:\/\/[^\s()]+?\.(js|css)/g) ?? []
  return addresses.map(releaseOfFile).find((release) => release !== undefined)
}

/** Errors that are thrown on purpose and do not indicate a bug. */
const expected = new Set(['AbortError', 'Rejection', 'TransportFailure', 'RemoteLoadError'])

/** Returns the detail of a failed load. */
export const detailOfLoad = ({ cause, fault }: RemoteLoadError): string =>
  (fault ? `${fault}: ${detailOf(cause)}` : detailOf(cause)).slice(0, 500)

/** Reports an error that no boundary caught, if it comes from a remote's code. */
export function reportThrown(error: unknown, address = ''): void {
  const { name = '', stack = '' } = error instanceof Error ? error : {}
  const release = expected.has(name) ? undefined : releaseIn(`${stack} ${address}`)
  if (!release) return
  const stage = name === 'ChunkLoadError' ? 'module' : 'render'
  reportEvent({ kind: 'failed', ...release, stage, status: 0, detail: detailOf(error) })
}

/** Code of browser extensions violates the page's policy too, but belongs to no release. */
const isExtension = (address: string): boolean => /^[\w-]*extension:/.test(address)

/** Returns the reportable part of an address: its origin, or a keyword such as `inline`. */
const originOf = (address: string): string => URL.parse(address)?.origin.replace('null', 'data') ?? address

/** Time after which a screen's own elements are drawn, in milliseconds. */
const drawnWithin = 500

/**
 * Reports a policy violation for the remote whose file caused it or was blocked, or else for the remote whose screen
 * is open.
 */
export function reportViolation(event: SecurityPolicyViolationEvent, loader: RemoteLoader): void {
  const { blockedURI, effectiveDirective } = event
  // Some browsers omit the source file.
  const sourceFile = event.sourceFile ?? ''
  if (isExtension(sourceFile) || isExtension(blockedURI)) return
  const detail = `${effectiveDirective}: ${originOf(blockedURI)}`.slice(0, 500)
  const reportFor = (release: ReleaseName | undefined): void => {
    if (!release) return
    const { name, version } = release
    reportEvent({ kind: 'failed', name, version, stage: 'csp', status: 0, detail })
  }
  const release = releaseIn(sourceFile) ?? releaseIn(blockedURI)
  if (release) reportFor(release)
  else setTimeout(() => reportFor(loader.shown().at(-1)), drawnWithin)
}

/** Reports an uncaught error, unless other code has handled it. */
export function reportError(event: ErrorEvent): void {
  if (!event.defaultPrevented) reportThrown(event.error ?? event.message, event.filename)
}

/** Reports an unhandled rejection. */
export function reportRejection(event: PromiseRejectionEvent): void {
  if (!event.defaultPrevented) reportThrown(event.reason)
}
