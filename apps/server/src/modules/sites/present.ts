import { globalTenantId, type Language, type Site } from '@atrium/contract'
import type { Selectable, SelectQueryBuilder } from 'kysely'
import { nameIn } from '../../crud/index.ts'
import type { Database } from '../../database/index.ts'
import type { SiteTable } from '../../database/tables/sites.ts'

type Names = Record<'countryName' | 'provinceName' | 'cityName' | 'levelDesc' | 'typeDesc', string | null>

/**
 * The columns of a site, with the names of its regions, level and type in a language. The names are subselects:
 * to be asked for the rows of one page, not for those before it.
 */
export const presented = (query: SelectQueryBuilder<Database, 'site', object>, language: Language) =>
  query.selectAll('site').select((eb) => {
    const region = (column: 'site.countryId' | 'site.provinceId' | 'site.cityId') =>
      eb
        .selectFrom('area')
        .select(nameIn(language, 'area.areaName').as('name'))
        .whereRef('area.id', '=', column)
    const term = (column: 'site.levelId' | 'site.typeId') =>
      eb
        .selectFrom('dictionary')
        .select(nameIn(language, 'dictionary.dicName').as('name'))
        .where('dictionary.tenantId', '=', globalTenantId)
        .whereRef('dictionary.id', '=', column)
    return [
      region('site.countryId').as('countryName'),
      region('site.provinceId').as('provinceName'),
      region('site.cityId').as('cityName'),
      term('site.levelId').as('levelDesc'),
      term('site.typeId').as('typeDesc'),
    ]
  })

/** A site on the wire: '' for what it has not. */
export const toSite = ({ createdAt: _c, updatedAt: _u, ...row }: Selectable<SiteTable> & Names): Site => ({
  ...row,
  countryId: row.countryId ?? '',
  countryName: row.countryName ?? '',
  provinceId: row.provinceId ?? '',
  provinceName: row.provinceName ?? '',
  cityId: row.cityId ?? '',
  cityName: row.cityName ?? '',
  levelDesc: row.levelDesc ?? '',
  typeDesc: row.typeDesc ?? '',
})
