import { type ReleaseName, type RemoteLoadError, type RemoteLoader, releaseOfFile } from '@atrium/federation'
import { detailOf } from './detail.ts'
import { reportEvent } from './report.ts'

/** The first file of a release in a stack or an address. */
function releaseIn(text: string): ReleaseName | undefined {
  const addresses = text.match(/https?:\/\/[^\s()]+?\.(js|css)/g) ?? []
  return addresses.map(releaseOfFile).find((release) => release !== undefined)
}

/** What is thrown to end something, and is no mistake of the code. */
const expected = new Set(['AbortError', 'Refusal', 'TransportFailure', 'RemoteLoadError'])

/** What the detail of a failed load says. */
export const detailOfLoad = ({ cause, fault }: RemoteLoadError): string =>
  (fault ? `${fault}: ${detailOf(cause)}` : detailOf(cause)).slice(0, 500)

/** Reports an error that no boundary saw, if it came out of the code of a remote. */
export function reportThrown(error: unknown, address = ''): void {
  const { name = '', stack = '' } = error instanceof Error ? error : {}
  const release = expected.has(name) ? undefined : releaseIn(`${stack} ${address}`)
  if (!release) return
  const stage = name === 'ChunkLoadError' ? 'module' : 'render'
  reportEvent({ kind: 'failed', ...release, stage, status: 0, detail: detailOf(error) })
}

/** Code that the browser's user has added to pages breaks their policy too, and is nobody's release. */
const isExtension = (address: string): boolean => /^[\w-]*extension:/.test(address)

/** What of an address may be told: where it leads, and for what is no address the word for it, as `inline`. */
const placeOf = (address: string): string => URL.parse(address)?.origin.replace('null', 'data') ?? address

/** After this time a screen stands whose elements were refused something as they were made. Milliseconds. */
const drawnWithin = 500

/** What was refused is told of whoever asked for it, of the release whose file it is, or of the screen that is open. */
export function reportViolation(event: SecurityPolicyViolationEvent, loader: RemoteLoader): void {
  const { blockedURI, effectiveDirective } = event
  // Some browsers have none where they cannot tell.
  const sourceFile = event.sourceFile ?? ''
  if (isExtension(sourceFile) || isExtension(blockedURI)) return
  const detail = `${effectiveDirective}: ${placeOf(blockedURI)}`.slice(0, 500)
  const tell = (release: ReleaseName | undefined): void => {
    if (!release) return
    const { name, version } = release
    reportEvent({ kind: 'failed', name, version, stage: 'csp', status: 0, detail })
  }
  const release = releaseIn(sourceFile) ?? releaseIn(blockedURI)
  if (release) tell(release)
  else setTimeout(() => tell(loader.shown().at(-1)), drawnWithin)
}

/** Reports an error that was thrown to nobody, unless somebody has taken it for their own. */
export function reportError(event: ErrorEvent): void {
  if (!event.defaultPrevented) reportThrown(event.error ?? event.message, event.filename)
}

/** Reports a promise that nobody has heard fail. */
export function reportRejection(event: PromiseRejectionEvent): void {
  if (!event.defaultPrevented) reportThrown(event.reason)
}
