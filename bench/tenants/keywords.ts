import type { Keyword } from '../lib/measure.ts'
import { pick, type Random } from '../lib/random.ts'
import type { GeneratedTenant } from './generate.ts'

export type Script = 'Chinese' | 'Latin'

/** Which keywords to look for. */
export interface Wanted {
  readonly script: Script
  /** Characters. */
  readonly length: number
  /** Share of all tenants that a keyword finds, from and to, both included. */
  readonly share: readonly [number, number]
  /** How many keywords at most. */
  readonly count: number
}

const alphabets: Record<Script, RegExp> = { Chinese: /^\p{Script=Han}+$/u, Latin: /^[a-z]+( [a-z]+)*$/ }

/** Keywords differ in cost with what they find, so they are drawn evenly from this many ranges of it. */
const bands = 6

/** In how many tenants each run of characters occurs, without regard to case. */
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
 * Draws keywords that find a given share of the tenants: rare and common ones alike, evenly on a logarithmic scale.
 * @returns the keywords, in random order, none twice
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
