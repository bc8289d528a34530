/** How long a file may take, and a stage that waits for files, in milliseconds. */
export const timeout = 10_000

/** What was waited for did not come in time. */
export class TooSlow extends Error {
  constructor() {
    super(`no answer within ${timeout / 1000} s`)
  }
}

/** Waits for a promise, but no longer than a file may take. @throws TooSlow */
export async function inTime<Result>(promise: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new TooSlow()), timeout)
  return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer))
}

/** Waits about so long: not all browsers come again at once, a quarter of it is left to chance. Milliseconds. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resume) => setTimeout(resume, milliseconds * (0.875 + Math.random() / 4)))
