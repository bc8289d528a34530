import { profile } from '@atrium/shared-api'

/** The Swedish locale uses the suite's format: yyyy-MM-dd HH:mm:ss, in the browser's time zone. */
const instants = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })

/** Time zone in which screens show instants: the browser's. */
export const shownZone = instants.resolvedOptions().timeZone

/**
 * Formats an instant as yyyy-MM-dd HH:mm:ss, in the browser's time zone.
 * @param instant ISO 8601 timestamp
 */
export const shownInstant = (instant: string): string => instants.format(new Date(instant))

/** Returns the current day in the time zone of the deployment's profile, as yyyy-MM-dd. */
export const deploymentDay = (): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: profile().timeZone }).format(new Date())
