import type { userList } from '@atrium/contract'
import type { ClientBase } from 'pg'
import type { Caller } from '../lib/client/index.ts'
import type { Keyword, ListScenario } from '../lib/measure.ts'
import { randomFrom } from '../lib/random.ts'
import { drawKeywords, ngramsOf, type Script, sampleTexts } from './keywords.ts'

/** Requests of one kind, measured together. */
export interface Scenario extends ListScenario<typeof userList> {
  /** Whether the requests are a subset of the other kinds' requests: those with the rarest, or the most common keywords. */
  readonly part: boolean
}

const scripts: readonly Script[] = ['Chinese', 'Latin']
const lengths = [2, 3, 6]
const pageSize = 10
const seed = 11
/** Minimum matches of the most common keywords: half a per cent to one per cent of a million. */
const commonest = 5_000
/** Maximum matches of the rarest keywords: less than a hundredth of a per cent of a million. */
const rarest = 100

/** Returns every kind of request that the benchmark makes. Each keyword matches up to 10,000 users. */
export async function makeScenarios(owner: ClientBase, caller: Caller): Promise<Scenario[]> {
  const random = randomFrom(seed)
  const texts = await sampleTexts(owner)
  const searches: Scenario[] = []
  for (const script of scripts) {
    for (const length of lengths) {
      const keywords = await drawKeywords(caller, ngramsOf(texts, script, length), random)
      searches.push(search(`${script}, ${length} characters`, keywords))
    }
  }
  const all = searches.flatMap(({ keywords }) => keywords)
  return [
    browse('all, first page', 1),
    browse('all, next page', 2),
    browse('all, page 10,000', 10_000),
    ...searches,
    partOf(
      'keywords with fewer than 100 matches',
      all.filter(({ matches }) => matches < rarest),
    ),
    partOf(
      'keywords that match about 1 %',
      all.filter(({ matches }) => matches > commonest),
    ),
  ].filter(({ requests }) => requests.length > 0)
}

const browse = (name: string, page: number): Scenario => ({
  name,
  keywords: [],
  part: false,
  requests: [{ limit: pageSize, page }],
})

const search = (name: string, keywords: readonly Keyword[]): Scenario => ({
  name,
  keywords,
  part: false,
  requests: keywords.map(({ text }) => ({ keyWord: text, limit: pageSize, page: 1 })),
})

const partOf = (name: string, keywords: readonly Keyword[]): Scenario => ({
  ...search(name, keywords),
  part: true,
})
