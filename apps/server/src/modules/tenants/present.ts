import { globalTenantId, type Language, type Tenant } from '@atrium/contract'
import type { Selectable, SelectQueryBuilder } from 'kysely'
import { nameIn } from '../../crud/index.ts'
import type { Database } from '../../database/index.ts'
import type { TenantTable } from '../../database/tables/tenants.ts'

const regionNames = {
  countryName: 'tenant.countryId',
  provinceName: 'tenant.provinceId',
  cityName: 'tenant.cityId',
} as const

interface Names {
  categoryName: string | null
  countryName: string | null
  provinceName: string | null
  cityName: string | null
}

/**
 * The columns of a tenant, with the names of its category and regions in a language. The names are
 * subselects: to be asked for the rows of one page, not for those before it.
 */
export const presented = (query: SelectQueryBuilder<Database, 'tenant', object>, language: Language) =>
  query.selectAll('tenant').select((eb) => {
    const regionName = (column: (typeof regionNames)[keyof typeof regionNames]) =>
      eb
        .selectFrom('area')
        .select(nameIn(language, 'area.areaName').as('name'))
        .whereRef('area.id', '=', column)
    return [
      eb
        .selectFrom('dictionary')
        .select(nameIn(language, 'dictionary.dicName').as('name'))
        .where('dictionary.tenantId', '=', globalTenantId)
        .whereRef('dictionary.id', '=', 'tenant.categoryId')
        .as('categoryName'),
      regionName(regionNames.countryName).as('countryName'),
      regionName(regionNames.provinceName).as('provinceName'),
      regionName(regionNames.cityName).as('cityName'),
    ]
  })

/** A tenant on the wire: '' for what it has not. */
export const toTenant = ({ createdAt, updatedAt: _, ...row }: Selectable<TenantTable> & Names): Tenant => ({
  ...row,
  categoryName: row.categoryName ?? '',
  countryId: row.countryId ?? '',
  countryName: row.countryName ?? '',
  provinceId: row.provinceId ?? '',
  provinceName: row.provinceName ?? '',
  cityId: row.cityId ?? '',
  cityName: row.cityName ?? '',
  createTime: createdAt.toISOString(),
})
