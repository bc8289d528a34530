/** Counts of calls to one area of the contract, in a minute or an hour. */
export interface CallCounts {
  readonly calls: number
  /** Calls that failed because of a server error, with an HTTP status of 500 or more. */
  readonly errors: number
  readonly signIns: number
  readonly failedSignIns: number
}

export const periods = { minute: 60_000, hour: 3_600_000 } as const
export type Period = keyof typeof periods

/** Counts of a period, and the time at which it began. */
interface TalliedCounts extends CallCounts {
  readonly period: Period
  readonly beginsAt: Date
  readonly area: string
}

/** How long counts wait for an unavailable database before they are dropped, in milliseconds. */
const maxWait: Readonly<Record<Period, number>> = { minute: 2 * periods.hour, hour: 48 * periods.hour }

interface Entry {
  readonly period: Period
  readonly beginsAt: number
  readonly area: string
  counts: CallCounts
  isWritten: boolean
}

/** Counts of this process until they are written. Their number is limited. */
export interface CallTally {
  readonly add: (area: string, counts: Partial<CallCounts>) => void
  /**
   * Returns the counts that have changed since they were last written. Each is the total of its period, so that
   * writing it twice does no harm.
   */
  readonly changed: () => readonly TalliedCounts[]
  /**
   * Marks counts as written, unless they have changed since.
   * @param written counts that `changed` returned
   */
  readonly settle: (written: readonly TalliedCounts[]) => void
}

const none: CallCounts = { calls: 0, errors: 0, signIns: 0, failedSignIns: 0 }

const plus = (one: CallCounts, other: Partial<CallCounts>): CallCounts => ({
  calls: one.calls + (other.calls ?? 0),
  errors: one.errors + (other.errors ?? 0),
  signIns: one.signIns + (other.signIns ?? 0),
  failedSignIns: one.failedSignIns + (other.failedSignIns ?? 0),
})

/**
 * Creates a tally.
 * @param now returns milliseconds since 1970
 */
export function createCallTally(now: () => number = Date.now): CallTally {
  const entries = new Map<string, Entry>()
  const keyOf = (period: Period, beginsAt: number, area: string) => `${period} ${beginsAt} ${area}`

  const drop = () => {
    for (const [key, { period, beginsAt, isWritten }] of entries) {
      const age = now() - beginsAt
      if (age > maxWait[period] || (isWritten && age > 2 * periods[period])) entries.delete(key)
    }
  }
  return {
    add: (area, counts) => {
      for (const period of ['minute', 'hour'] as const) {
        const beginsAt = now() - (now() % periods[period])
        const key = keyOf(period, beginsAt, area)
        let entry = entries.get(key)
        if (!entry) {
          drop()
          entry = { period, beginsAt, area, counts: none, isWritten: false }
          entries.set(key, entry)
        }
        entry.counts = plus(entry.counts, counts)
        entry.isWritten = false
      }
    },
    changed: () =>
      [...entries.values()]
        .filter(({ isWritten }) => !isWritten)
        .map(({ period, beginsAt, area, counts }) => ({
          period,
          beginsAt: new Date(beginsAt),
          area,
          ...counts,
        })),
    settle: (written) => {
      for (const { period, beginsAt, area, ...counts } of written) {
        const entry = entries.get(keyOf(period, beginsAt.getTime(), area))
        if (
          entry &&
          Object.keys(none).every((name) => Reflect.get(entry.counts, name) === Reflect.get(counts, name))
        )
          entry.isWritten = true
      }
    },
  }
}

/** Counts of this process. */
export const callTally = createCallTally()
