import type { ReleaseEvent } from '@atrium/contract'

/** Who reports: the hash of a session's token, unchecked as yet, or where none was sent a network address. */
export interface Reporter {
  readonly sessionHash: string
  /** As `addressGroup` has it. */
  readonly address: string
}

/** Something that a browser reported. */
export interface ReportedEvent extends Reporter {
  readonly event: ReleaseEvent
  readonly userAgent: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** How many events wait to be written at most, in this process. */
const mostWaiting = 20_000

/** How many events a minute one session, and all of one address together, may report: a hospital is one address. */
const mostOfSession = 150
const mostOfAddress = 6000

/** How many sessions and addresses are counted at most. */
const mostCounted = 50_000

/** Milliseconds. */
const minute = 60_000

/** Events of browsers until they are written: within bounds, whatever comes. */
export interface ReportBuffer {
  /** Keeps events; those beyond what their sender may report are dropped. */
  readonly add: (reporter: Reporter, userAgent: string, events: readonly ReleaseEvent[]) => void
  /** Takes what there is. */
  readonly take: () => ReportedEvent[]
}

/** Makes a buffer. @param now milliseconds since 1970 */
export function createReportBuffer(now: () => number = Date.now): ReportBuffer {
  let waiting: ReportedEvent[] = []
  let counts = new Map<string, number>()
  let countedSince = now()

  /** How many of so many events a sender may still report. */
  const allowed = (key: string, most: number, wanted: number): number => {
    const count = counts.get(key) ?? 0
    if (count === 0 && counts.size >= mostCounted) return 0
    const granted = Math.max(0, Math.min(wanted, most - count))
    counts.set(key, count + granted)
    return granted
  }

  return {
    add: (reporter, userAgent, events) => {
      const at = now()
      if (at - countedSince >= minute || at < countedSince) {
        counts = new Map()
        countedSince = at
      }
      const { sessionHash, address } = reporter
      const ofSender = sessionHash ? allowed(`s ${sessionHash}`, mostOfSession, events.length) : events.length
      const room = Math.min(
        allowed(`a ${address}`, sessionHash ? mostOfAddress : mostOfSession, ofSender),
        mostWaiting - waiting.length,
      )
      for (const event of events.slice(0, room)) waiting.push({ ...reporter, userAgent, event, at })
    },
    take: () => {
      const taken = waiting
      waiting = []
      return taken
    },
  }
}
