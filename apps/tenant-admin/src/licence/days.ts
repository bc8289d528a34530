/**
 * Returns the current day in a time zone, as yyyy-MM-dd.
 * @param timeZone an IANA name
 */
export const todayIn = (timeZone: string, now = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)

/** Returns the number of days between two days, both as yyyy-MM-dd. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
