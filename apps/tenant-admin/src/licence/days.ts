/** The day that it is somewhere, as yyyy-MM-dd. @param timeZone an IANA name */
export const todayIn = (timeZone: string, now = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)

/** How many days lie between two days, both as yyyy-MM-dd. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
