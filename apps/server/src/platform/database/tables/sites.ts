import type { Generated } from 'kysely'
import type { Edited, TenantKey, Text } from './columns.ts'

/** A hospital or other institution where studies are run. */
export interface SiteTable extends Edited {
  id: string
  siteName: string
  countryId: string | null
  provinceId: string | null
  cityId: string | null
  /** Global dictionary entry of category 11. */
  levelId: string
  /** Global dictionary entry of category 12. */
  typeId: string
  address: Text
  remark: Text
  /** 0: delivered with the platform. 1: added by a user. */
  isUserAdd: Generated<number>
}

/** A site that a tenant has chosen. */
export interface TenantSiteTable extends TenantKey, Edited {
  siteId: string
  /** Copy of the site's name. The database updates it when the site is renamed. */
  siteName: string
  /** Tenant's own name for the site. */
  nickName: string
}
