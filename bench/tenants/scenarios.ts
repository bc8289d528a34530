import type { tenantList } from '@atrium/contract'
import type { Keyword, ListScenario } from '../lib/measure.ts'
import { randomFrom } from '../lib/random.ts'
import type { GeneratedTenant } from './generate.ts'
import { drawKeywords, type Script } from './keywords.ts'

/** Requests of one kind, measured together. */
export interface Scenario extends ListScenario<typeof tenantList> {
  /** Narrow searches have a limit; the cost of other kinds is only reported. */
  readonly kind: 'narrow' | 'broad' | 'browse'
}

const scripts: readonly Script[] = ['Chinese', 'Latin']
const lengths = [2, 3, 6]
const kinds = [
  { kind: 'narrow', share: [0, 0.01] },
  { kind: 'broad', share: [0.05, 0.5] },
] as const
const keywordsEach = 300
const pageSize = 10
const seed = 7

/** Returns every kind of request that the benchmark makes to a list of these tenants. */
export function makeScenarios(tenants: readonly GeneratedTenant[]): Scenario[] {
  const random = randomFrom(seed)
  const searches = kinds.flatMap(({ kind, share }) =>
    scripts.flatMap((script) =>
      lengths.map((length) => {
        const keywords = drawKeywords(tenants, { script, length, share, count: keywordsEach }, random)
        return search(`${kind}, ${script}, ${length} characters`, kind, keywords)
      }),
    ),
  )
  const browse = (name: string, page: number): Scenario => ({
    name,
    kind: 'browse',
    keywords: [],
    requests: [{ keyWord: '', limit: pageSize, page }],
  })
  const lastPage = Math.ceil(tenants.length / pageSize)
  return [
    ...searches,
    browse('no keyword, first page', 1),
    browse('no keyword, next page', 2),
    browse('no keyword, middle page', Math.ceil(lastPage / 2)),
    browse('no keyword, last page', lastPage),
  ]
}

const search = (name: string, kind: Scenario['kind'], keywords: readonly Keyword[]): Scenario => ({
  name,
  kind,
  keywords,
  requests: keywords.map(({ text }) => ({ keyWord: text, limit: pageSize, page: 1 })),
})
