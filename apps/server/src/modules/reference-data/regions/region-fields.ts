import { type Language, type RegionNames, regionLevels } from '@atrium/contract'
import { expressionBuilder } from 'kysely'
import { nameIn } from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue } from '../../../platform/http/rejection.ts'

/** Country, province and city, each within the previous one; '' if not given. */
interface RegionIds {
  readonly countryId: string
  readonly provinceId: string
  readonly cityId: string
}

/** Region fields, each with its level and the field of its parent. */
const steps = [
  { field: 'countryId', level: regionLevels.country, within: undefined },
  { field: 'provinceId', level: regionLevels.province, within: 'countryId' },
  { field: 'cityId', level: regionLevels.city, within: 'provinceId' },
] as const

/**
 * Returns issues with region fields that refer to no region of their level, or to one with another parent. Prevents
 * deletion of the regions until the row is stored.
 */
export async function regionIssues(trx: Trx, region: RegionIds): Promise<FieldIssue<keyof RegionIds>[]> {
  const named = steps.filter(({ field }) => region[field] !== '')
  if (named.length === 0) return []
  const rows = await trx
    .selectFrom('area')
    .select(['id', 'parentId', 'level'])
    .where(
      'id',
      'in',
      named.map(({ field }) => region[field]),
    )
    .forKeyShare()
    .execute()
  return named
    .filter(({ field, level, within }) => {
      const found = rows.find(({ id }) => id === region[field])
      return found?.level !== level || (found.parentId ?? '') !== (within ? region[within] : '')
    })
    .map(({ field }) => fieldIssue(field, 'rule.reference'))
}

/** Subqueries for the names of the regions to which a row refers, in the given language. */
export const regionNames = (language: Language, table: 'tenant' | 'site' | 'appUser') => {
  const name = (column: keyof RegionIds) =>
    expressionBuilder<Database, typeof table>()
      .selectFrom('area')
      .select(nameIn(language, 'area.areaName').as('name'))
      .whereRef('area.id', '=', `${table}.${column}`)
  return [
    name('countryId').as('countryName'),
    name('provinceId').as('provinceName'),
    name('cityId').as('cityName'),
  ] as const
}

/** Joins the names of a row's regions, as far as they are known. */
export const areaNameOf = (region: { readonly [Name in keyof RegionNames]: string | null }): string =>
  [region.countryName, region.provinceName, region.cityName].filter(Boolean).join(' - ')
