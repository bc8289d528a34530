import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { contains, containsUnindexed, tenantSearchText } from './search.ts'
import { asPlatform, inTransaction, type Trx } from './transaction.ts'

let database: TestDatabase

const names = [
  '上海瑞安医药科技有限公司',
  '北京协和临床研究中心',
  '瑞安 Biotech 100%',
  'Ärzte_Gruppe GmbH',
  'ärzteXgruppe',
  'back\\slash 公司',
  '𠮷田製薬',
  'aa',
  'aaa',
  'İİ Ltd',
  'ﬁrst ß ΟΔΟΣ',
  'wang.min@hospital.cn',
  'LMX-101 甲',
  'ＬＭＸ－101 乙',
  'LMX\u2011101 丙',
  'Zu\u0308rich（集团）',
]

const studies = ['LMX-101 甲', 'ＬＭＸ－101 乙', 'LMX\u2011101 丙']

beforeAll(async () => {
  database = await createTestDatabase()
  const rows = names.map((tenantName, index) => ({
    id: `t${index}`,
    tenantName,
    tenantCode: `C${index}`,
    abbr: '',
    categoryId: '',
    contact: index === 0 ? '王小明' : '',
  }))
  await database.owner.insertInto('tenant').values(rows).execute()
})
afterAll(() => database.close())

const platform = <T>(work: (trx: Trx) => Promise<T>) => inTransaction(database.db, asPlatform, work)

const found = async (keyword: string, condition = contains) => {
  const rows = await platform((trx) =>
    trx
      .selectFrom('tenant')
      .select('tenantName')
      .where(condition(tenantSearchText, keyword))
      .orderBy('id')
      .execute(),
  )
  return rows.map((row) => row.tenantName)
}

const pattern = (keyword: string) => `%${keyword.trim().replace(/[\\%_]/g, '\\$&')}%`

/** Finds the names that contain a keyword by the definition of the search, without an index. */
const scanned = async (keyword: string) => {
  const { rows } = await sql<{ name: string }>`
    select tenant_name as name from tenant
    where ${tenantSearchText.indexed} like fold_text(${pattern(keyword)}) order by id`.execute(database.owner)
  return rows.map((row) => row.name)
}

describe('contains', () => {
  it.each([
    ['瑞安', ['上海瑞安医药科技有限公司', '瑞安 Biotech 100%']],
    ['安', ['上海瑞安医药科技有限公司', '瑞安 Biotech 100%']],
    ['临床研究', ['北京协和临床研究中心']],
    ['王小明', ['上海瑞安医药科技有限公司']],
    ['BIOTECH', ['瑞安 Biotech 100%']],
    ['ÄRZTE', ['Ärzte_Gruppe GmbH', 'ärzteXgruppe']],
    ['e_g', ['Ärzte_Gruppe GmbH']],
    ['0%', ['瑞安 Biotech 100%']],
    ['k\\s', ['back\\slash 公司']],
    ['𠮷', ['𠮷田製薬']],
    ['aaa', ['aaa']],
    ['安瑞', []],
    ['MIN@hospital', ['wang.min@hospital.cn']],
    ['min@clinic', []],
    ['n@hosp', ['wang.min@hospital.cn']],
    ['@hospital.cn', ['wang.min@hospital.cn']],
    ['lmx-101', studies],
    ['ＬＭＸ-101', studies],
    ['LMX－101', studies],
    ['LMX\u2011101', studies],
    ['ｘ－1', studies],
    ['101 乙', ['ＬＭＸ－101 乙']],
    ['ZÜR', ['Zu\u0308rich（集团）']],
    ['zu\u0308rich', ['Zu\u0308rich（集团）']],
    ['(集团)', ['Zu\u0308rich（集团）']],
    ['ii', ['İİ Ltd']],
    ['οδος', ['ﬁrst ß ΟΔΟΣ']],
    ['first', ['ﬁrst ß ΟΔΟΣ']],
  ])('finds %s', async (keyword, expected) => {
    expect(await found(keyword)).toEqual(expected)
    expect(await found(keyword, containsUnindexed)).toEqual(expected)
  })

  it('treats an empty keyword as no condition', async () => {
    for (const condition of [contains, containsUnindexed])
      expect(await found('  ', condition)).toHaveLength(names.length + 1)
  })

  it('agrees with a scan on pieces of every name, in both cases', async () => {
    const pieces = new Set<string>()
    for (const name of names) {
      const chars = [...name]
      for (let length = 1; length <= 6; length += 1) {
        for (let start = 0; start + length <= chars.length; start += 2) {
          const piece = chars.slice(start, start + length).join('')
          pieces.add(start % 4 === 0 ? piece : piece.toUpperCase())
        }
      }
    }
    for (const piece of pieces) {
      if (piece.trim() === '') continue
      const expected = [piece, await scanned(piece)]
      for (const condition of [contains, containsUnindexed])
        expect([piece, await found(piece, condition)]).toEqual(expected)
    }
  })
})

describe('with many tenants', () => {
  beforeAll(async () => {
    await sql`insert into tenant (id, tenant_name, tenant_code, abbr, category_id)
      select 'm' || n, '众多公司' || n, 'M' || n, '', '' from generate_series(1, 12000) n`.execute(
      database.owner,
    )
    await sql`analyze tenant`.execute(database.owner)
  })

  it('uses the index under the platform’s role', async () => {
    for (const keyword of ['北', '北京', '北京协', '北京协和', 'ärzte']) {
      const plan = await platform((trx) =>
        trx.selectFrom('tenant').select('id').where(contains(tenantSearchText, keyword)).explain('json'),
      )
      expect(JSON.stringify(plan)).toContain('tenant_search_folded')
    }
  })
})
