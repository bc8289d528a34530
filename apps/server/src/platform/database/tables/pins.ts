import type { Edited, TenantKey } from './columns.ts'

/** A tenant's rules for PINs, under the tenant's id. A tenant without a row has the defaults of the contract. */
export interface TenantPinTable extends TenantKey, Edited {
  /** One of the contract's `pinRules`. */
  pinRule: number
  pinLength: number
  /** One of the contract's `pinNoticeTypes`. */
  pinNoticeType: number
  /** Minutes; 0 if PINs do not expire. */
  pinDuration: number
}
