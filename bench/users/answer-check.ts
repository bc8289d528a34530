import { exactSearchLimit, type InputOf, type ResponseOf, type userList } from '@atrium/contract'
import type { Scenario } from './scenarios.ts'

/** Maximum relative error of an estimated number. */
const estimatedWithin = 0.1

/** Returns a check of a response: a full page and, for a keyword, the right count. */
export function checkResponse({ keywords }: Scenario) {
  const expected = new Map(keywords.map(({ text, matches }) => [text, matches]))
  return (
    { list, totalCount, totalEstimated, totalExceeded }: ResponseOf<typeof userList>,
    request: InputOf<typeof userList>,
  ): void => {
    const matches = expected.get(request?.keyWord ?? '')
    const isTrue =
      matches === undefined ||
      (totalExceeded && totalCount === exactSearchLimit && matches > exactSearchLimit) ||
      (totalEstimated && Math.abs(totalCount - matches) <= matches * estimatedWithin) ||
      matches === totalCount
    if (!isTrue) throw new Error('The total differs from the expected number')
    const wanted = Number(request.limit)
    if (list.length !== Math.min(matches ?? wanted, wanted)) throw new Error('The page is not full')
  }
}
