import { exactCountLimit, userList } from '@atrium/contract'
import type { ClientBase } from 'pg'
import type { Caller } from '../lib/client/index.ts'
import type { Keyword } from '../lib/measure.ts'
import { type Random, shuffled } from '../lib/random.ts'

export type Script = 'Chinese' | 'Latin'

/**
 * Number of ranges of match counts from which keywords are drawn evenly, because their cost depends on the number of
 * matches.
 */
const bands = 6
const perBand = 20
/** Maximum number of candidates that are tried. */
const maxCandidates = 1500

const alphabets: Record<Script, RegExp> = { Chinese: /^[\p{Script=Han}·]+$/u, Latin: /^[a-z]+( [a-z]+)*$/ }

/** Returns texts of some users, from which keywords are taken. */
export async function sampleTexts(owner: ClientBase): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; email: string }>(
    'select full_name as name, email from app_user order by id limit 20000',
  )
  return rows.flatMap(({ name, email }) => [name.toLowerCase(), email])
}

/** Returns every ngram of a script in some texts, each once. */
export function ngramsOf(texts: readonly string[], script: Script, length: number): string[] {
  const runs = new Set<string>()
  for (const text of texts) {
    for (let start = 0; start + length <= text.length; start++) runs.add(text.slice(start, start + length))
  }
  return [...runs].filter((run) => alphabets[script].test(run))
}

/** Returns the range of a keyword by its number of matches, from 0. */
export const bandOf = (matches: number): number =>
  Math.min(bands - 1, Math.floor((Math.log(matches) / Math.log(exactCountLimit)) * bands))

/** Offset beyond the last page of every keyword, at which the list returns the exact number of matches. */
const behind = exactCountLimit

/** Returns how many users match a keyword; undefined if there are more than 10,000. */
async function matchesOf(caller: Caller, keyWord: string): Promise<number | undefined> {
  const first = await caller.send(userList, { keyWord, limit: 1 })
  if (first.totalEstimated) return undefined
  const { totalCount } = first.totalExceeded
    ? await caller.send(userList, { keyWord, limit: 1, page: behind + 1 })
    : first
  return totalCount <= exactCountLimit ? totalCount : undefined
}

/**
 * Draws keywords that match up to 10,000 users: rare and common ones alike, evenly on a logarithmic scale. The list
 * itself supplies the numbers of matches, which the server's tests compare with a scan.
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
