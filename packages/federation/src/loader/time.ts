/** Timeout of a file, or of a stage that waits for files, in milliseconds. */
export const timeout = 10_000

/** A file or stage took too long. */
export class TooSlow extends Error {
  constructor() {
    super(`no response within ${timeout / 1000} s`)
  }
}

/**
 * Waits for a promise, but no longer than the timeout of a file.
 * @throws TooSlow
 */
export async function inTime<Result>(promise: Promise<Result>): Promise<Result> {
  const timedOut = Promise.withResolvers<never>()
  const timer = setTimeout(() => timedOut.reject(new TooSlow()), timeout)
  return Promise.race([promise, timedOut.promise]).finally(() => clearTimeout(timer))
}

/**
 * Waits for about the given number of milliseconds, varied by up to an eighth either way, so that browsers do not all
 * retry at once.
 */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resume) => setTimeout(resume, milliseconds * (0.875 + Math.random() / 4)))
