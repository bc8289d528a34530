import { exactCountLimit, userList } from '@atrium/contract'
import type { ClientBase } from 'pg'
import type { Caller } from '../lib/client/index.ts'
import type { Keyword } from '../lib/measure.ts'
import { type Random, shuffled } from '../lib/random.ts'

export type Script = 'Chinese' | 'Latin'

/** Keywords differ in cost with what they find, so they are drawn evenly from this many ranges of it. */
const bands = 6
const perBand = 20
/** How many candidates are asked for at most. */
const maxCandidates = 1500

const alphabets: Record<Script, RegExp> = { Chinese: /^[\p{Script=Han}·]+$/u, Latin: /^[a-z]+( [a-z]+)*$/ }

/** Texts of some users, from which keywords are cut. */
export async function sampleTexts(owner: ClientBase): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; email: string }>(
    'select full_name as name, email from app_user order by id limit 20000',
  )
  return rows.flatMap(({ name, email }) => [name.toLowerCase(), email])
}

/** Every run of characters of a script in some texts, each once. */
export function ngramsOf(texts: readonly string[], script: Script, length: number): string[] {
  const runs = new Set<string>()
  for (const text of texts) {
    for (let start = 0; start + length <= text.length; start++) runs.add(text.slice(start, start + length))
  }
  return [...runs].filter((run) => alphabets[script].test(run))
}

/** The range, from 0, of a keyword that finds so many. */
export const bandOf = (matches: number): number =>
  Math.min(bands - 1, Math.floor((Math.log(matches) / Math.log(exactCountLimit)) * bands))

/** Beyond the last page of every keyword: there the list has the exact number of matches. */
const behind = exactCountLimit

/** How many users a keyword finds, or undefined if it is known to be more than 10,000. */
async function matchesOf(caller: Caller, keyWord: string): Promise<number | undefined> {
  const first = await caller.send(userList, { keyWord, limit: 1 })
  if (first.totalEstimated) return undefined
  const { totalCount } = first.totalExceeded
    ? await caller.send(userList, { keyWord, limit: 1, page: behind + 1 })
    : first
  return totalCount <= exactCountLimit ? totalCount : undefined
}

/**
 * Draws keywords that match up to 10,000 users: rare and common ones alike, evenly on a logarithmic scale. The number
 * of matches is the list's, whose responses the server's tests compare with a scan.
 */
export async function drawKeywords(
  caller: Caller,
  candidates: readonly string[],
  random: Random,
): Promise<Keyword[]> {
  const drawn = Array.from({ length: bands }, (): Keyword[] => [])
  for (const text of shuffled(random, candidates).slice(0, maxCandidates)) {
    const matches = await matchesOf(caller, text)
    const band = matches ? drawn[bandOf(matches)] : undefined
    if (matches && band && band.length < perBand) band.push({ text, matches })
    if (drawn.every(({ length }) => length >= perBand)) break
  }
  return drawn.flat()
}
