import type { Edited, TenantKey } from './columns.ts'

/** What the PINs of a tenant are like, under the tenant's own id; the defaults of the contract hold for a tenant without a row. */
export interface TenantPinTable extends TenantKey, Edited {
  /** One of the contract's `pinRules`. */
  pinRule: number
  pinLength: number
  /** One of the contract's `pinNoticeTypes`. */
  pinNoticeType: number
  /** In minutes; 0 where PINs do not end. */
  pinDuration: number
}
