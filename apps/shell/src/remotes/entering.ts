import { developmentVersion, type RemoteLoaderOptions } from '@atrium/federation'
import { storageKeys } from '@atrium/shared-api'
import { keep, kept } from './browser-memory.ts'
import { postReport } from './post-report.ts'

/*
 * A release with an endless loop freezes its tab, which then cannot report anything. So each tab notes in
 * shared storage which release it is entering, and confirms the note every few seconds until a screen is
 * shown. A note without confirmation belongs to a tab that froze or was killed. The next page that finds it
 * reports it.
 */

/** How often a tab confirms its note, in milliseconds. */
const confirmEvery = 2000

/** A tab without a confirmation for this long counts as frozen, in milliseconds. */
const frozenAfter = 10_000

interface Note {
  readonly name: string
  readonly version: string
  /** The time of the last confirmation, in milliseconds since 1970. */
  readonly at: number
}

/** The key of this tab's note. */
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

/** Browsers stop the timers of hidden tabs, so hidden tabs keep no note. */
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
 * Notes that this tab is about to run code of a release.
 * @returns a function that removes the note, unless a later one has replaced it
 */
export const entering: NonNullable<RemoteLoaderOptions['entering']> = ({ name, version }) => {
  // A module under development on the user's own machine is not reported.
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

/** Reports the releases that froze a tab of this browser. If that fails, the next page reports them. */
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
