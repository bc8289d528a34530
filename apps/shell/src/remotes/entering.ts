import { developmentVersion, type RemoteLoaderOptions } from '@atrium/federation'
import { storageKeys } from '@atrium/shared-api'
import { keep, kept } from './browser-memory.ts'
import { postReport } from './post-report.ts'

/*
 * A release whose code never ends freezes its tab, which then reports nothing itself. So each tab notes, where all tabs of
 * the browser find it, which release it is entering, and confirms that every few seconds until a screen stands. A note
 * that nobody confirms is of a tab that froze or was killed: the next page that looks reports it.
 */

/** How often a tab confirms its note, in milliseconds. */
const confirmEvery = 2000

/** After so many milliseconds without a confirmation a tab has frozen. */
const frozenAfter = 10_000

interface Note {
  readonly name: string
  readonly version: string
  /** Time of the last confirmation, in milliseconds since 1970. */
  readonly at: number
}

/** Of what this tab's note is kept as. */
const tab = crypto.getRandomValues(new Uint32Array(2)).join('-')

let current: Omit<Note, 'at'> | undefined
let timer: ReturnType<typeof setInterval> | undefined

/** The notes of all tabs. */
function readNotes(): Record<string, Note> {
  try {
    return (JSON.parse(kept(storageKeys.enteredReleases) ?? '{}') ?? {}) as Record<string, Note>
  } catch {
    return {}
  }
}

/** Writes or removes notes, and leaves those of other tabs as they are. */
const writeNotes = (changed: Readonly<Record<string, Note | undefined>>): void =>
  keep(storageKeys.enteredReleases, JSON.stringify({ ...readNotes(), ...changed }))

/** Browsers stop the timers of hidden tabs: those keep no note. */
function confirmNote(): void {
  const isShown = document.visibilityState === 'visible'
  const own = current && isShown ? { ...current, at: Date.now() } : undefined
  if (own || tab in readNotes()) writeNotes({ [tab]: own })
}

function watch(): void {
  timer = setInterval(() => current && confirmNote(), confirmEvery)
  document.addEventListener('visibilitychange', confirmNote)
  window.addEventListener('pagehide', () => writeNotes({ [tab]: undefined }))
}

/** Notes that code of a release is about to run in this tab. @returns removes the note, unless a later one took its place */
export const entering: NonNullable<RemoteLoaderOptions['entering']> = ({ name, version }) => {
  // A module under development on somebody's own machine is not reported.
  if (version === developmentVersion) return () => {}
  const own = { name, version }
  current = own
  if (timer === undefined) watch()
  confirmNote()
  return () => {
    if (current !== own) return
    current = undefined
    confirmNote()
  }
}

/** Reports the releases that froze a tab of this browser. What cannot be sent now is sent by the next page. */
export function reportFrozen(): void {
  const frozen = Object.entries(readNotes()).filter(
    ([key, { at }]) => key !== tab && Date.now() - at > frozenAfter,
  )
  if (frozen.length === 0) return
  const events = frozen.map(([, { name, version }]) => ({
    ...({ kind: 'failed', name, version, stage: 'frozen', status: 0, detail: '' } as const),
  }))
  postReport(events.slice(0, 50)).then(
    () => writeNotes(Object.fromEntries(frozen.map(([key]) => [key, undefined]))),
    () => undefined,
  )
}
