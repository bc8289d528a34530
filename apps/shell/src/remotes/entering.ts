import { developmentVersion, type RemoteLoaderOptions } from '@atrium/federation'
import { storageKeys } from '@atrium/shared-api'
import { keep, kept } from './browser-memory.ts'
import { postReport } from './post-report.ts'

/*
 * A release with an endless loop freezes its tab, which then cannot report anything. So each tab notes in shared
 * storage which release it is starting, and confirms the note every few seconds until a screen is shown. A note
 * without recent confirmation belongs to a tab that froze or was killed. The next page that finds such a note reports
 * it.
 */

/** Interval at which a tab confirms its note, in milliseconds. */
const confirmEvery = 2000

/** Time without a confirmation after which a tab counts as frozen, in milliseconds. */
const frozenAfter = 10_000

interface Note {
  readonly name: string
  readonly version: string
  /** Time of the last confirmation, in milliseconds since 1970. */
  readonly at: number
}

/** Key of this tab's note. */
const tab = crypto.getRandomValues(new Uint32Array(2)).join('-')

let current: Omit<Note, 'at'> | undefined
let timer: ReturnType<typeof setInterval> | undefined

/** Reads the notes of all tabs. */
function readNotes(): Record<string, Note> {
  try {
    return (JSON.parse(kept(storageKeys.enteredReleases) ?? '{}') ?? {}) as Record<string, Note>
  } catch {
    return {}
  }
}

/** Writes or removes notes, and leaves those of other tabs unchanged. */
const writeNotes = (changed: Readonly<Record<string, Note | undefined>>): void =>
  keep(storageKeys.enteredReleases, JSON.stringify({ ...readNotes(), ...changed }))

/** Browsers stop the timers of hidden tabs, so a hidden tab removes its note. */
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

/**
 * Notes that this tab is about to run the code of a release.
 * @returns a function that removes the note, unless a later note has replaced it
 */
export const entering: NonNullable<RemoteLoaderOptions['entering']> = ({ name, version }) => {
  // Modules that a user develops on their own machine are not reported.
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

/** Reports the releases that froze a tab of this browser. If the report fails, the next page repeats it. */
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
