import type { InputOf, tenantUserList } from '@atrium/contract'
import type { ListScenario } from '../lib/measure.ts'
import { randomFrom, shuffled } from '../lib/random.ts'
import { ngramsOf, type Script } from '../users/keywords.ts'

/** Requests of one kind by a caller who sees one tenant or all of them. */
export type Scenario = ListScenario<typeof tenantUserList>

const pageSize = 10
const seed = 12
const perLength = 12
/** Share of the users that the list shows by default; it hides special users. */
const listed = 0.9

/** Searched texts: a name, address or number, and the user name. */
const lengths: readonly (readonly [Script, number])[] = [
  ['Chinese', 2],
  ['Chinese', 3],
  ['Latin', 2],
  ['Latin', 3],
  ['Latin', 6],
]
const orders = ['fullName', 'userName', 'email', 'enabled', 'joinDate'] as const

/** Kinds that are measured without a limit, because they are rare and known to take long. */
export const seldom = ['sorted by each column', 'sorted by name'] as const

/**
 * Returns every kind of request to one list.
 * @param texts of some of its users, from which rare and common keywords are taken
 * @param size number of its users, which determines a late page
 */
export function makeScenarios(name: string, texts: readonly string[], size: number): Scenario[] {
  const random = randomFrom(seed)
  const latePage = Math.min(10_000, Math.max(1, Math.floor((size * listed) / pageSize)))
  const of = (kind: string, requests: readonly InputOf<typeof tenantUserList>[]): Scenario => ({
    name: `${name}, ${kind}`,
    keywords: [],
    requests: requests.map((request) => ({ limit: pageSize, page: 1, ...request })),
  })
  const search = (script: Script, length: number) => {
    const keywords = shuffled(random, ngramsOf(texts, script, length)).slice(0, perLength)
    return of(
      `${script}, ${length} characters`,
      keywords.flatMap((keyWord) => [{ keyWord }, ...(script === 'Latin' ? [{ userName: keyWord }] : [])]),
    )
  }
  return [
    of(
      'first page',
      orders.map((sortBy) => ({ sortBy })),
    ),
    of(`page ${latePage}`, [{ page: latePage }]),
    of(
      `page ${latePage}, ${seldom[0]}`,
      orders.map((sortBy) => ({ sortBy, page: latePage })),
    ),
    ...lengths.map(([script, length]) => search(script, length)),
    of(
      'very common keyword',
      ['王', '李', 'a', 'ex', 'example', '138', 'wang'].map((keyWord) => ({ keyWord })),
    ),
    of(
      'no match',
      ['㐂龘', 'qxzjv', 'zzqqxx@no'].map((keyWord) => ({ keyWord })),
    ),
    of(
      `common keyword, ${seldom[1]}`,
      ['张伟', '王', 'an', 'berg', 'wang'].map((keyWord) => ({ keyWord, sortBy: 'fullName' as const })),
    ),
  ].filter(({ requests }) => requests.length > 0)
}
