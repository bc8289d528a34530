import type { Generated, GeneratedAlways } from 'kysely'
import type { Edited, TenantKey, Text } from './columns.ts'

/** An address at which a tenant has a product. */
export interface TenantUrlTable extends TenantKey, Edited {
  softwareId: string
  /** Name of the domain: a tenant may have a product at several addresses, such as one for training. */
  urlName: string
  /** Opened on a computer. */
  url: string
  /** Opened on a phone. */
  mobileUrl: string
  websiteUrl: Text
  /** URL at which the server calls the product; '' if it does not. */
  apiUrl: Text
  /** Whether there is an API address. Tenants may see this, but not the address. */
  hasApi: GeneratedAlways<boolean>
  remark: Text
  /** Time of the last request to the product to prepare itself for the tenant. */
  initStartedAt: Date | null
  /** Time at which the product finished. */
  initialisedAt: Date | null
  /** URLs to which a sign-in by OpenID Connect may return. */
  redirectUrls: Generated<string[]>
  /** URLs to which the browser may go after signing out. */
  signedOutUrls: Generated<string[]>
  /** URL that is notified when a user signs out; '' if there is none. */
  logoutUrl: Text
}
