import { type Call, codes, type InputOf } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import type { Suite } from './suite.ts'

/** Input and results of tests: each call's own schema validates them. */
type Fields = Readonly<Record<string, unknown>>

/** A plain entity: the calls that list, save and delete it, and an example. */
interface PlainEntity {
  readonly list: Call
  readonly save: Call
  readonly remove: Call
  /** Input for a new entity of a name, with more than the required fields. */
  readonly example: (name: string) => Fields
  /** Further input, which is never returned as it was sent. */
  readonly secrets?: Fields
  /** The field of the name, in any part of which the list finds a keyword and by which it can be sorted. */
  readonly name: string
  /** A field with a text that can be changed. */
  readonly text: string
}

interface Listed {
  readonly list: readonly (Fields & { readonly id: string })[]
  readonly totalCount: number
}

/** Operations on a plain entity, as the platform's administrator. */
export function plainEntityKit(suite: () => Suite, entity: PlainEntity) {
  const call = <C extends Call>(called: C, input: Fields, language: 'zh' | 'en' = 'zh') =>
    send(suite().server, called, input as InputOf<C>, { token: suite().admin.token, language })
  const save = (name: string, more: Fields = {}) =>
    call(entity.save, { ...entity.example(name), ...entity.secrets, ...more })
  const list = async (input: Fields, language?: 'zh' | 'en') =>
    (await call(entity.list, input, language)).data as Listed
  const find = async (id: string, language?: 'zh' | 'en') =>
    (await list({ limit: 100 }, language)).list.find((row) => row.id === id)
  return {
    call,
    save,
    list,
    find,
    remove: (id: string) => call(entity.remove, { id }),
    add: async (name: string, more: Fields = {}): Promise<string> => {
      const response = await save(name, more)
      expect(response).toMatchObject({ code: codes.ok })
      return String(response.data)
    },
    rejectedFields: async (more: Fields) => (await save('参照', more)).errors?.map(({ field }) => field),
    idsOf: async (filter: Fields) => (await list({ limit: 100, ...filter })).list.map(({ id }) => id),
  }
}

/**
 * Tests what every plain entity does: it is added, changed, deleted, found, paged and sorted, and a late change is
 * rejected. What it rejects of its own, and what uses it, is for tests of its own.
 */
export function describePlainEntity(suite: () => Suite, entity: PlainEntity): void {
  const { save, add, find, list, remove, call, idsOf } = plainEntityKit(suite, entity)
  const { name: nameField, text } = entity

  describe('as every entity', () => {
    it('is added, and changed with a version that counts on', async () => {
      const id = await add('示例甲')
      expect(await find(id)).toMatchObject({ ...entity.example('示例甲'), rowVersion: 1 })
      expect(await save('示例乙', { id, rowVersion: 1 })).toMatchObject({ code: codes.ok, data: id })
      expect(await find(id)).toMatchObject({ ...entity.example('示例乙'), rowVersion: 2 })
    })

    it('rejects a change of an old version, and shows what changed since', async () => {
      const id = await add('示例争用')
      await save('示例争用', { id, [text]: '乙', rowVersion: 1 })
      expect(await save('示例他名', { id, [text]: '丙', rowVersion: 1 })).toMatchObject({
        code: codes.conflict,
        changes: [
          { field: text, current: '乙' },
          { field: 'rowVersion', current: 2 },
        ],
      })
      expect(await find(id)).toMatchObject({ [nameField]: '示例争用', [text]: '乙' })
      // Without a version the last one wins.
      expect(await save('示例争用', { id, [text]: '丁' })).toMatchObject({ code: codes.ok })
      expect(await find(id)).toMatchObject({ [text]: '丁', rowVersion: 3 })
    })

    it('is deleted once, and nobody has an id that none has', async () => {
      const id = await add('示例待删')
      expect(await remove(id)).toMatchObject({ code: codes.ok, data: null })
      expect(await find(id)).toBeUndefined()
      for (const nobody of [id, 'nobody']) {
        expect(await remove(nobody)).toMatchObject({ code: codes.notFound })
        expect(await save('示例无主', { id: nobody })).toMatchObject({ code: codes.notFound })
      }
    })

    it('keeps HTML, quotes, emoji and right-to-left text as text', async () => {
      for (const name of [`<img src=x onerror="alert('1')">`, '🏥示例', 'مستشفى'])
        expect(await find(await add(name, { [text]: name }))).toMatchObject({
          [nameField]: name,
          [text]: name,
        })
    })

    it('drops invisible characters from its name', async () => {
      const seen = '示例隐形'
      // Of each kind that Unicode has: a format, a letter, a mark, a variation, a tag and what is not assigned yet.
      const [first = '', ...others] = [...'\u200b\u3164\u034f\ufe0f\u{e0041}\u{e0fff}']
      const id = await add(`示${first}例${others.join('')}隐形`)
      expect(await find(id)).toMatchObject({ [nameField]: seen })
    })

    it('is found by any part of its name, however it is written, and by no wildcard', async () => {
      const id = await add('示例云岫 Memorial')
      for (const keyWord of ['岫', '例云岫', 'memorial', 'ＭＥＭＯＲＩＡＬ'])
        expect(await idsOf({ keyWord })).toContain(id)
      for (const keyWord of ['岫云', '%', '_']) expect(await idsOf({ keyWord })).not.toContain(id)
    })

    it('is listed once over all pages, the latest first', async () => {
      const latest = await add('示例最新')
      const all = await list({ limit: 100 })
      expect(all.list[0]?.id).toBe(latest)
      const ids: string[] = []
      for (let page = 1; page <= Math.ceil(all.totalCount / 3); page += 1)
        ids.push(...(await list({ limit: 3, page })).list.map((row) => row.id))
      expect(ids).toEqual(all.list.map((row) => row.id))
      expect(new Set(ids).size).toBe(all.totalCount)
    })

    it('stands in the order of its name, either way, and in that of no column that the list does not name', async () => {
      const names = async (order: Fields) =>
        (await list({ limit: 100, ...order })).list.map((row) => String(row[nameField]))
      const ascending = await names({ sortBy: nameField })
      expect(ascending).toEqual(ascending.toSorted(new Intl.Collator('zh').compare))
      expect(await names({ sortBy: nameField, sortOrder: 'desc' })).toEqual(ascending.toReversed())
      expect(await call(entity.list, { sortBy: 'password_hash' })).toMatchObject({ code: codes.invalid })
    })
  })
}
