const minute = 60_000
const day = 24 * 60 * minute

/** Whether a text is the name of an IANA time zone. */
export function isTimeZone(text: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: text }))
  } catch {
    return false
  }
}

/** Clock of a time zone. A reading is the local time in milliseconds, encoded as if it were UTC. */
interface ZoneClock {
  /** Returns the clock's reading at an instant. */
  readonly readingAt: (instant: number) => number
  /**
   * Returns the instant at which the clock shows a reading. If the clocks go back and show it twice, the first; if
   * they skip it, the moment of the change.
   */
  readonly instantOf: (reading: number) => number
}

/** Finds the instant of the only clock change between two instants, to the millisecond. */
function changeBetween(before: number, after: number, offsetAt: (instant: number) => number): number {
  const later = offsetAt(after)
  let [low, high] = [before, after]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle) === later) high = middle
    else low = middle
  }
  return high
}

/**
 * Returns the clock of a time zone.
 * @param zone an IANA name, e.g. Asia/Shanghai
 * @throws RangeError for a zone that does not exist
 */
export function clockOf(zone: string): ZoneClock {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  /** Returns the offset from UTC in milliseconds. Parses names such as GMT, GMT-05:00 and GMT+08:05:43. */
  const offsetAt = (instant: number): number => {
    const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours = 0, minutes = 0, seconds = 0] = /([+-])(\d+):(\d+)(?::(\d+))?$/.exec(name) ?? []
    const ahead = (Number(hours) * 60 + Number(minutes)) * minute + Number(seconds) * 1000
    return sign === '-' ? -ahead : ahead
  }
  const instantOf = (reading: number): number => {
    // No offset exceeds a day, so a relevant clock change lies between these two.
    const [before, after] = [reading - offsetAt(reading - day), reading - offsetAt(reading + day)]
    if (offsetAt(before) === reading - before) return before
    if (offsetAt(after) === reading - after) return after
    return changeBetween(after, before, offsetAt)
  }
  return { readingAt: (instant) => instant + offsetAt(instant), instantOf }
}
