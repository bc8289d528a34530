import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than the work of any response whose time must not disclose what is true, in milliseconds. */
const floor = 300

/**
 * Returns, or rejects, no sooner than after a fixed time, so that a message that is written for a known name
 * and not for an unknown one shows in nothing.
 */
export const withMinimumDuration = async <Result>(work: Promise<Result>): Promise<Result> => {
  await Promise.allSettled([work, sleep(floor)])
  return work
}
