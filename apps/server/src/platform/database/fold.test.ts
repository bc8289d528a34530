import { foldText } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** Returns the texts that the database and the contract fold differently, with the database's result. */
async function differing(texts: readonly string[]) {
  const { rows } = await sql<{ text: string; folded: string }>`
    select text, fold_text(text) as folded from unnest(${texts}::text[]) as text`.execute(database.owner)
  return rows.filter(({ text, folded }) => folded !== foldText(text))
}

/** Unicode 17 is newer than the database's tables, so only the browser folds its additions. */
const isOfUnicode17 = (point: number): boolean =>
  [0xa7ce, 0xa7d2, 0xa7d4, 0xa7f1].includes(point) || (point >= 0x16ea0 && point <= 0x16eb8)

const characters = Array.from({ length: 0x110000 }, (_, point) => point)
  .filter((point) => point > 0 && (point < 0xd800 || point > 0xdfff) && !isOfUnicode17(point))
  .map((point) => String.fromCodePoint(point))

/** Generates numbers that are the same in every run. */
function* numbersFrom(seed: number): Generator<number, never> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state
  }
}

/** Letters whose folding depends on their neighbours, or that fold into several letters or from several. */
const pieces = [
  ...['LMX', '101', 'ＬＭＸ', '１０１', '-', '－', '‐', '‑', '–', '—', '−', '﹣', ' ', '\u3000', '\n'],
  ...['İ', 'I', 'i', 'ı', '\u0307', '\u0308', '\u0323', 'ß', 'ẞ', 'Σ', 'σ', 'ς', 'ﬁ', 'Å', 'K', 'é'],
  ...[
    '\u1112',
    '\u1161',
    '\u11ab',
    '한',
    'ｶ',
    '\uff9e',
    'ガ',
    'ー',
    'ｰ',
    '㈱',
    '𠮷',
    '𝐀',
    '张',
    '，',
    '\u200b',
  ],
]

describe('the folding of text', () => {
  it('is the same in the database for every character', async () => {
    expect(characters.length).toBeGreaterThan(1_112_000)
    expect(await differing(characters)).toEqual([])
  })

  it('is the same in the database for 20,000 generated texts', async () => {
    const numbers = numbersFrom(29)
    const next = (limit: number): number => Math.floor((numbers.next().value / 2 ** 32) * limit)
    const text = () =>
      Array.from({ length: 1 + next(12) }, () =>
        next(4) === 0 ? characters[next(characters.length)] : pieces[next(pieces.length)],
      ).join('')
    const texts = Array.from({ length: 20_000 }, text)
    expect(new Set(texts).size).toBeGreaterThan(18_000)
    expect(texts.filter((each) => foldText(each) !== each.toLowerCase()).length).toBeGreaterThan(10_000)
    expect(await differing(texts)).toEqual([])
  })

  it('returns null for null', async () => {
    const { rows } = await sql<{ none: null }>`select fold_text(null) as none`.execute(database.owner)
    expect(rows).toEqual([{ none: null }])
  })
})
