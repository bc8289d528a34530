import type { Keyword } from '../lib/measure.ts'
import { pick, type Random } from '../lib/random.ts'
import type { GeneratedTenant } from './generate.ts'

export type Script = 'Chinese' | 'Latin'

/** Required properties of keywords. */
export interface Wanted {
  readonly script: Script
  /** Number of characters. */
  readonly length: number
  /** Share of all tenants that a keyword must match: minimum and maximum, both inclusive. */
  readonly share: readonly [number, number]
  /** Maximum number of keywords. */
  readonly count: number
}

const alphabets: Record<Script, RegExp> = { Chinese: /^\p{Script=Han}+$/u, Latin: /^[a-z]+( [a-z]+)*$/ }

/**
 * Number of ranges of match counts from which keywords are drawn evenly, because their cost depends on the number of
 * matches.
 */
const bands = 6

/** Counts in how many tenants each ngram occurs, ignoring case. */
function countRuns(tenants: readonly GeneratedTenant[], script: Script, length: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { name, abbr, code, contact } of tenants) {
    const runs = new Set<string>()
    for (const field of [name, abbr, code, contact]) {
      const text = field.toLowerCase()
      for (let start = 0; start + length <= text.length; start++) runs.add(text.slice(start, start + length))
    }
    for (const run of runs) if (alphabets[script].test(run)) counts.set(run, (counts.get(run) ?? 0) + 1)
  }
  return counts
}

/**
 * Draws keywords that match a given share of the tenants: rare and common ones alike, evenly on a logarithmic scale.
 * @returns unique keywords in random order
 */
export function drawKeywords(tenants: readonly GeneratedTenant[], wanted: Wanted, random: Random): Keyword[] {
  const [min, max] = wanted.share.map((share) => Math.max(1, share * tenants.length)) as [number, number]
  const eligible = [...countRuns(tenants, wanted.script, wanted.length)]
    .map(([text, matches]): Keyword => ({ text, matches }))
    .filter(({ matches }) => matches >= min && matches <= max)
  const width = Math.log(max / min) / bands || 1
  const banded = Map.groupBy(eligible, ({ matches }) =>
    Math.min(bands - 1, Math.floor(Math.log(matches / min) / width)),
  )
  const pools = [...banded.values()]
  const drawn: Keyword[] = []
  while (drawn.length < Math.min(wanted.count, eligible.length)) {
    const pool = pick(
      random,
      pools.filter(({ length }) => length > 0),
    )
    drawn.push(...pool.splice(Math.floor(random() * pool.length), 1))
  }
  return drawn
}
