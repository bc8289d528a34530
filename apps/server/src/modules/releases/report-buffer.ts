import type { ReleaseEvent } from '@atrium/contract'

/** The reporter: the hash of a session's token, not checked yet and '' if none was sent, and the address. */
interface Reporter {
  readonly sessionHash: string
  /** As `addressGroup` has it. */
  readonly address: string
  /** As `Chrome 131`; '' if it is not known. */
  readonly browser: string
}

/** Something that a browser reported. */
export interface ReportedEvent extends Reporter {
  readonly event: ReleaseEvent
  /** Milliseconds since 1970. */
  readonly at: number
}

/** How many events wait to be written at most, in this process. */
const maxPending = 20_000

/** How many events a minute one session, and all of one address together, may report: a hospital is one address. */
const maxOfSession = 150
const maxOfAddress = 6000

/** How many sessions, and how many addresses, are counted at most. */
const maxCounted = 50_000

/** Milliseconds. */
const minute = 60_000

/** Events of browsers until they are written. Their number is bounded. */
interface ReportBuffer {
  /** Keeps events; those beyond what their sender may report are dropped. */
  readonly add: (reporter: Reporter, events: readonly ReleaseEvent[]) => void
  /** Takes what there is. */
  readonly take: () => ReportedEvent[]
}

/** Counts what senders report within a minute. */
const tally = () => {
  const counts = new Map<string, number>()
  const countOf = (sender: string): number => counts.get(sender) ?? 0
  return {
    isFull: (sender: string): boolean => counts.size >= maxCounted && !counts.has(sender),
    room: (sender: string, max: number): number => Math.max(0, max - countOf(sender)),
    add: (sender: string, count: number): void => void counts.set(sender, countOf(sender) + count),
  }
}

/** Makes a buffer. @param now milliseconds since 1970 */
export function createReportBuffer(now: () => number = Date.now): ReportBuffer {
  let waiting: ReportedEvent[] = []
  /** How many would wait if there were room for all. */
  let offered = 0
  let addresses = tally()
  let sessions = tally()
  let countedSince = now()

  /** Number of events that a sender may still report. */
  const allowed = ({ sessionHash, address }: Reporter, wanted: number): number => {
    if (addresses.isFull(address)) return 0
    // If somebody makes sessions up, so that there is no room for others, these are counted by their address only.
    const isCounted = sessionHash !== '' && !sessions.isFull(sessionHash)
    const granted = Math.min(
      wanted,
      addresses.room(address, sessionHash ? maxOfAddress : maxOfSession),
      isCounted ? sessions.room(sessionHash, maxOfSession) : wanted,
    )
    if (granted > 0) addresses.add(address, granted)
    if (granted > 0 && isCounted) sessions.add(sessionHash, granted)
    return granted
  }

  /** Adds an event, in place of a random one if the buffer is full: a flood thins out all alike. */
  const keep = (event: ReportedEvent): void => {
    offered += 1
    const position = offered > maxPending ? Math.floor(Math.random() * offered) : waiting.length
    if (position < maxPending) waiting[position] = event
  }

  return {
    add: (reporter, events) => {
      const at = now()
      if (at - countedSince >= minute || at < countedSince) {
        addresses = tally()
        sessions = tally()
        countedSince = at
      }
      for (const event of events.slice(0, allowed(reporter, events.length))) keep({ ...reporter, event, at })
    },
    take: () => {
      const taken = waiting
      waiting = []
      offered = 0
      return taken
    },
  }
}

declare module '../../platform/http/work.ts' {
  interface Services {
    /** Buffers what browsers report of releases. */
    readonly reports: ReportBuffer
  }
}
