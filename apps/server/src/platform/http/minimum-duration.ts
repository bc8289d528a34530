import { setTimeout as sleep } from 'node:timers/promises'

/** Minimum duration in milliseconds, longer than the work of any response whose timing must not disclose facts. */
const floor = 300

/**
 * Settles no sooner than after a fixed time. The duration then does not show that a message is written only for known
 * names.
 */
export const withMinimumDuration = async <Result>(work: Promise<Result>): Promise<Result> => {
  await Promise.allSettled([work, sleep(floor)])
  return work
}
