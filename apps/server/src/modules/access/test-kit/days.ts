import { daysIn } from '../periods.ts'

/** Time zone of the test deployment's profile. */
export const timeZone = 'Asia/Shanghai'

/**
 * Returns a day in the deployment's time zone, as yyyy-MM-dd.
 * @param count number of days from today; negative for the past
 */
export const dayFromNow = (count: number): string =>
  daysIn(timeZone).period({ from: new Date(Date.now() + count * 86_400_000), until: null }).from
