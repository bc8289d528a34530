/** How long a file, or a stage that waits for files, may take, in milliseconds. */
export const timeout = 10_000

/** A file or stage took too long. */
export class TooSlow extends Error {
  constructor() {
    super(`no response within ${timeout / 1000} s`)
  }
}

/** Waits for a promise, at most as long as a file may take. @throws TooSlow */
export async function inTime<Result>(promise: Promise<Result>): Promise<Result> {
  const timedOut = Promise.withResolvers<never>()
  const timer = setTimeout(() => timedOut.reject(new TooSlow()), timeout)
  return Promise.race([promise, timedOut.promise]).finally(() => clearTimeout(timer))
}

/** Waits for about the given milliseconds. It varies by a quarter, so that browsers do not all retry at once. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resume) => setTimeout(resume, milliseconds * (0.875 + Math.random() / 4)))
