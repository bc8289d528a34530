import { type Call, codes, type InputOf } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import type { Suite } from './suite.ts'

/** Fields of inputs and results: each call's own schema validates them. */
type Fields = Readonly<Record<string, unknown>>

/** A plain entity: the calls that list, save and delete it, and example data. */
interface PlainEntity {
  readonly list: Call
  readonly save: Call
  readonly remove: Call
  /** Returns input for a new entity with this name, including optional fields. */
  readonly example: (name: string) => Fields
  /** Further input that is never returned as it was sent. */
  readonly secrets?: Fields
  /** Field of the entity's name. The list finds keywords in it and can be sorted by it. */
  readonly name: string
  /** Text field that can be changed. */
  readonly text: string
}

interface Listed {
  readonly list: readonly (Fields & { readonly id: string })[]
  readonly totalCount: number
}

/** Returns operations on a plain entity, as the platform's administrator. */
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
 * Defines tests for the common behaviour of plain entities: adding, changing, deleting, finding, paging, sorting, and
 * rejecting a late change. Each entity's own rules and uses need tests of their own.
 */
export function describePlainEntity(suite: () => Suite, entity: PlainEntity): void {
  const { save, add, find, list, remove, call, idsOf } = plainEntityKit(suite, entity)
  const { name: nameField, text } = entity

  describe('like every entity', () => {
    it('is added and changed, and its rowVersion increases', async () => {
      const id = await add('示例甲')
      expect(await find(id)).toMatchObject({ ...entity.example('示例甲'), rowVersion: 1 })
      expect(await save('示例乙', { id, rowVersion: 1 })).toMatchObject({ code: codes.ok, data: id })
      expect(await find(id)).toMatchObject({ ...entity.example('示例乙'), rowVersion: 2 })
    })

    it('rejects a change with a stale rowVersion, and shows what has changed since', async () => {
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
      // Without a version the last save wins.
      expect(await save('示例争用', { id, [text]: '丁' })).toMatchObject({ code: codes.ok })
      expect(await find(id)).toMatchObject({ [text]: '丁', rowVersion: 3 })
    })

    it('is deleted once, and cannot be changed or deleted by an unknown id', async () => {
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
      // One of each kind of invisible character in Unicode: a format character, a letter, a mark, a variation
      // selector, a tag and an unassigned one.
      const [first = '', ...others] = [...'\u200b\u3164\u034f\ufe0f\u{e0041}\u{e0fff}']
      const id = await add(`示${first}例${others.join('')}隐形`)
      expect(await find(id)).toMatchObject({ [nameField]: seen })
    })

    it('is found by any part of its name in any spelling, but not by wildcards', async () => {
      const id = await add('示例云岫 Memorial')
      for (const keyWord of ['岫', '例云岫', 'memorial', 'ＭＥＭＯＲＩＡＬ'])
        expect(await idsOf({ keyWord })).toContain(id)
      for (const keyWord of ['岫云', '%', '_']) expect(await idsOf({ keyWord })).not.toContain(id)
    })

    it('is listed once across all pages, newest first', async () => {
      const latest = await add('示例最新')
      const all = await list({ limit: 100 })
      expect(all.list[0]?.id).toBe(latest)
      const ids: string[] = []
      for (let page = 1; page <= Math.ceil(all.totalCount / 3); page += 1)
        ids.push(...(await list({ limit: 3, page })).list.map((row) => row.id))
      expect(ids).toEqual(all.list.map((row) => row.id))
      expect(new Set(ids).size).toBe(all.totalCount)
    })

    it('is sorted by its name, ascending or descending, but not by unknown columns', async () => {
      const names = async (order: Fields) =>
        (await list({ limit: 100, ...order })).list.map((row) => String(row[nameField]))
      const ascending = await names({ sortBy: nameField })
      expect(ascending).toEqual(ascending.toSorted(new Intl.Collator('zh').compare))
      expect(await names({ sortBy: nameField, sortOrder: 'desc' })).toEqual(ascending.toReversed())
      expect(await call(entity.list, { sortBy: 'password_hash' })).toMatchObject({ code: codes.invalid })
    })
  })
}
