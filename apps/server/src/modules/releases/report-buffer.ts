import type { ReleaseEvent } from '@atrium/contract'

/**
 * Sender of a report: the hash of the session token, which is not verified yet and '' if none was sent, and the
 * network address.
 */
interface Reporter {
  readonly sessionHash: string
  /** Address group from `addressGroup`. */
  readonly address: string
  /** Such as `Chrome 131`; '' if unknown. */
  readonly browser: string
}

/** Event reported by a browser. */
export interface ReportedEvent extends Reporter {
  readonly event: ReleaseEvent
  /** Unix time in milliseconds. */
  readonly at: number
}

/** Maximum number of events that wait to be written in this process. */
const maxPending = 20_000

/**
 * Maximum number of events per minute from one session, and from all sessions of one address: a whole hospital may
 * share an address.
 */
const maxOfSession = 150
const maxOfAddress = 6000

/** Maximum number of sessions, and of addresses, that are counted. */
const maxCounted = 50_000

/** One minute, in milliseconds. */
const minute = 60_000

/** Bounded buffer for events of browsers until they are written. */
interface ReportBuffer {
  /** Adds events; drops those beyond the sender's limit. */
  readonly add: (reporter: Reporter, events: readonly ReleaseEvent[]) => void
  /** Removes and returns all events. */
  readonly take: () => ReportedEvent[]
}

/** Counts the reports of each sender within a minute. */
const tally = () => {
  const counts = new Map<string, number>()
  const countOf = (sender: string): number => counts.get(sender) ?? 0
  return {
    isFull: (sender: string): boolean => counts.size >= maxCounted && !counts.has(sender),
    room: (sender: string, max: number): number => Math.max(0, max - countOf(sender)),
    add: (sender: string, count: number): void => void counts.set(sender, countOf(sender) + count),
  }
}

/**
 * Creates a buffer.
 * @param now returns the Unix time in milliseconds
 */
export function createReportBuffer(now: () => number = Date.now): ReportBuffer {
  let waiting: ReportedEvent[] = []
  /** Number of events offered since the last `take`, including those without room. */
  let offered = 0
  let addresses = tally()
  let sessions = tally()
  let countedSince = now()

  /** Returns how many events a sender may still report. */
  const allowed = ({ sessionHash, address }: Reporter, wanted: number): number => {
    if (addresses.isFull(address)) return 0
    // If made-up sessions have filled the counter, further sessions are limited by their address only.
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

  /** Adds an event. A full buffer replaces a random event, so that a flood thins out all senders equally. */
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
    /** Buffer for browsers' reports on releases. */
    readonly reports: ReportBuffer
  }
}
