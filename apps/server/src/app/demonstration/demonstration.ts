import { deliverOnce } from '../../platform/database/product-data.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import type { DemonstrationServices } from './contents.ts'
import { linkProducts } from './products.ts'
import { addTenants, demoTenantIds } from './tenants.ts'
import type { DemoAccount } from './users.ts'

export interface DemonstrationOptions {
  /** Address of the products; none are linked without it. */
  readonly productsUrl?: string
  readonly services: DemonstrationServices
}

/**
 * Adds the demonstration's data at the first start. Later starts only update the URLs of its products, because users
 * may have changed everything else. Needs regions, dictionaries, roles, products and jobs, and must run as the
 * platform.
 * @returns the new accounts with their passwords
 */
export async function seedDemonstration(
  trx: Trx,
  { productsUrl, services }: DemonstrationOptions,
): Promise<readonly DemoAccount[]> {
  const isNew = await deliverOnce(trx, { name: 'demo', version: 1 }, () => addTenants(trx))
  if (productsUrl) await linkProducts(trx, { url: productsUrl, secrets: services.secrets })
  if (!isNew) return []
  // Loaded at the first start only: later starts do not need this data.
  const { addContents } = await import('./contents.ts')
  return addContents(trx, services, await demoTenantIds(trx))
}
