/** Time zones in which times are written. */
export interface Zones {
  /** That of instants: the reader's. */
  readonly instants: string
  /** That of the first and last days of access: the deployment's. */
  readonly days: string
}

/** Returns a function that writes the days of instants as yyyy-MM-dd in a time zone. */
export function dayIn(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  return (at) => format.format(at)
}

/** Returns a function that writes instants as yyyy-MM-dd HH:mm:ss in a time zone. */
export function timeIn(timeZone: string): (at: string | number | Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (at) => format.format(new Date(at))
}
