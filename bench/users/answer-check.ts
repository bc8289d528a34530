import type { AnswerOf, InputOf, userList } from '@atrium/contract'
import type { Scenario } from './scenarios.ts'

/** Looks whether answers hold what they must: a whole page and, for a keyword, the exact count. */
export function answerCheck({ keywords }: Scenario) {
  const expected = new Map(keywords.map(({ text, matches }) => [text, matches]))
  return ({ list, totalCount }: AnswerOf<typeof userList>, request: InputOf<typeof userList>): void => {
    const matches = expected.get(request?.keyWord ?? '')
    if (matches !== undefined && matches !== totalCount) throw new Error('another count than before')
    if (list.length !== Math.min(totalCount, Number(request.limit))) throw new Error('not a whole page')
  }
}
