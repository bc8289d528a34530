/** Swedish writes instants as the suite does: yyyy-MM-dd HH:mm:ss, in the browser's time zone. */
const instants = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })

/** The time zone in which screens show instants: the browser's. */
export const shownZone = instants.resolvedOptions().timeZone

/** An instant as the suite shows it: yyyy-MM-dd HH:mm:ss, in the browser's time zone. @param instant as ISO 8601 has it */
export const shownInstant = (instant: string): string => instants.format(new Date(instant))
