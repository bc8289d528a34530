const minute = 60_000
const day = 24 * 60 * minute

/** Whether a text names a time zone of the IANA database. */
export function isTimeZone(text: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: text }))
  } catch {
    return false
  }
}

/** The clock of a time zone. Its readings are milliseconds, as if the clock showed UTC. */
interface ZoneClock {
  /** Returns what the clock shows at an instant. */
  readonly readingAt: (instant: number) => number
  /**
   * Returns the time at which the clock shows a reading: the first of two when clocks go back, and the moment of the
   * change if they skip it.
   */
  readonly instantOf: (reading: number) => number
}

/** Finds the moment of the one change of clocks between two instants, to the millisecond. */
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
  /** Returns how far the clock is ahead of UTC, in milliseconds, from names such as GMT, GMT-05:00 and GMT+08:05:43. */
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
