import { addressGroup } from '../failures/index.ts'

/**
 * Attempts that one address may have under way at once in this process. Each waits for its turn to hash, so that
 * without an end to their number one address could have everybody else wait for minutes; a site's staff who come in
 * the same second are fewer.
 */
export const mostAtOnce = 100

const underWay = new Map<string, number>()

/** A fault of the way to a call, not its refusal: nothing was tried, nothing is counted. */
class TooMany extends Error {
  readonly statusCode = 429
}

/** Makes an attempt, unless its address has too many under way. @throws at HTTP 429 then */
export const inCrowd = async <Result>(address: string, attempt: () => Promise<Result>): Promise<Result> => {
  const group = addressGroup(address)
  const before = underWay.get(group) ?? 0
  if (before >= mostAtOnce) throw new TooMany(`${mostAtOnce} attempts are under way from one address`)
  underWay.set(group, before + 1)
  try {
    return await attempt()
  } finally {
    const left = (underWay.get(group) ?? 1) - 1
    if (left > 0) underWay.set(group, left)
    else underWay.delete(group)
  }
}
