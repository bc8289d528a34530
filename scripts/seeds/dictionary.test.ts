import { createHash } from 'node:crypto'
import { categories, globalTenantId } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { dictionaryData } from '../../apps/server/src/modules/reference-data/dictionaries/seed.ts'
import { categoryRows, entryRows } from './dictionary.ts'

const rows = categoryRows()
const entries = entryRows()
const top = entries.filter((entry) => entry.parentId === null)
const children = entries.filter((entry) => entry.parentId !== null)

describe('dictionary categories', () => {
  it('are those in the product’s code, and the categories of their children', () => {
    const expected = [...Object.values(categories), '9', '17']
    expect(rows.map((row) => row.code).sort()).toEqual(expected.sort())
  })

  it('let tenants add to positions, user types, study scopes and research objectives', () => {
    expect(rows.filter((row) => row.isTenant).map((row) => row.code)).toEqual(['2', '3', '4', '10'])
  })

  it('have two levels where they name a child category', () => {
    const parents = rows.filter((row) => row.isParent).map(({ code, childCode }) => [code, childCode])
    expect(parents).toEqual([
      ['6', '9'],
      ['16', '17'],
    ])
  })
})

describe('dictionary entries', () => {
  it('fill every category', () => {
    const filled = new Set(entries.map((entry) => entry.categoryId))
    expect(rows.filter((row) => !filled.has(row.code))).toEqual([])
  })

  it('are global and have unique ids', () => {
    expect(entries.every((entry) => entry.tenantId === globalTenantId)).toBe(true)
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length)
  })

  it('have unique names among siblings, in both languages', () => {
    for (const siblings of Map.groupBy(
      entries,
      ({ categoryId, parentId }) => `${categoryId}/${parentId}`,
    ).values()) {
      expect(new Set(siblings.map((entry) => entry.dicName)).size).toBe(siblings.length)
      expect(new Set(siblings.map((entry) => entry.dicNameEn)).size).toBe(siblings.length)
    }
    expect(
      entries.filter((entry) => !/\S/.test(entry.dicName) || !/^[\p{Script=Latin}\d]/u.test(entry.dicNameEn)),
    ).toEqual([])
  })

  it('are below an entry whose children have their category', () => {
    const childCodes = new Map(top.map((entry) => [entry.id, entry.childCode]))
    expect(children.filter((entry) => childCodes.get(entry.parentId ?? '') !== entry.categoryId)).toEqual([])
  })

  it('include children of every entry of a parent category', () => {
    const parents = new Set(children.map((entry) => entry.parentId))
    expect(top.filter((entry) => entry.childCode !== '' && !parents.has(entry.id))).toEqual([])
  })

  it('are delivered again when they change: raise the version together with the digest', () => {
    const digest = createHash('sha256')
      .update(JSON.stringify([rows, entries]))
      .digest('hex')
      .slice(0, 16)
    expect({ version: dictionaryData.version, digest }).toEqual({ version: 1, digest: '109365a80367dd69' })
  })
})
