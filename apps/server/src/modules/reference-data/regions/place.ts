import { type Language, type PlaceNames, regionLevels } from '@atrium/contract'
import { expressionBuilder } from 'kysely'
import { nameIn } from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue } from '../../../platform/http/refusal.ts'

/** A country, a province of it and a city of that; '' for what is not said. */
export interface Place {
  readonly countryId: string
  readonly provinceId: string
  readonly cityId: string
}

/** The fields of a place, each with its level and the field of what it lies in. */
const steps = [
  { field: 'countryId', level: regionLevels.country, within: undefined },
  { field: 'provinceId', level: regionLevels.province, within: 'countryId' },
  { field: 'cityId', level: regionLevels.city, within: 'provinceId' },
] as const

/**
 * The fields of a place that name no region of their level, or one that does not lie where they say. Keeps its
 * regions from being deleted until the place is stored.
 */
export async function placeIssues(trx: Trx, place: Place): Promise<FieldIssue<keyof Place>[]> {
  const named = steps.filter(({ field }) => place[field] !== '')
  if (named.length === 0) return []
  const rows = await trx
    .selectFrom('area')
    .select(['id', 'parentId', 'level'])
    .where(
      'id',
      'in',
      named.map(({ field }) => place[field]),
    )
    .forKeyShare()
    .execute()
  return named
    .filter(({ field, level, within }) => {
      const found = rows.find(({ id }) => id === place[field])
      return found?.level !== level || (found.parentId ?? '') !== (within ? place[within] : '')
    })
    .map(({ field }) => fieldIssue(field, 'rule.reference'))
}

/** The names, in a language, of the regions that a row's columns name: subselects. */
export const placeNames = (language: Language, table: 'tenant' | 'site' | 'appUser') => {
  const name = (column: keyof Place) =>
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

/** A place in words: its regions, as far as they are known. */
export const areaNameOf = (place: { readonly [Name in keyof PlaceNames]: string | null }): string =>
  [place.countryName, place.provinceName, place.cityName].filter(Boolean).join(' - ')
