import type { GeneratedAlways } from 'kysely'
import type { Edited, TenantKey, Text } from './columns.ts'

/** The addresses at which a tenant has a product. */
export interface TenantUrlTable extends TenantKey, Edited {
  softwareId: string
  /** What people call it: a tenant may have a product at several places, such as one for training. */
  urlName: string
  /** What browsers open on a computer. */
  url: string
  /** What they open on a phone. */
  mobileUrl: string
  websiteUrl: Text
  /** Where the server calls the product; '' where it does not. */
  apiUrl: Text
  /** Whether there is one: tenants may know that much. */
  hasApi: GeneratedAlways<boolean>
  remark: Text
  /** When the product was last asked to prepare itself for the tenant. */
  initStartedAt: Date | null
  /** When it had done so. */
  initialisedAt: Date | null
}
