import type { Edited, Text } from './columns.ts'

/** A tenant. The row '0' stands for the platform itself and never appears in a list. */
export interface TenantTable extends Edited {
  id: string
  tenantName: string
  tenantCode: string
  abbr: string
  /** Dictionary entry of category 1. */
  categoryId: string
  contact: Text
  tel: Text
  email: Text
  countryId: string | null
  provinceId: string | null
  cityId: string | null
  postcode: Text
  address: Text
}
