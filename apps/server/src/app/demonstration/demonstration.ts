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
 * Makes the demonstration at the first start. Later starts only update its products' URLs: people have worked with the
 * rest. Needs regions, dictionaries, roles, products and jobs. Must run as the platform.
 * @returns the new accounts with their passwords
 */
export async function seedDemonstration(
  trx: Trx,
  { productsUrl, services }: DemonstrationOptions,
): Promise<readonly DemoAccount[]> {
  const isNew = await deliverOnce(trx, { name: 'demo', version: 1 }, () => addTenants(trx))
  if (productsUrl) await linkProducts(trx, { url: productsUrl, secrets: services.secrets })
  if (!isNew) return []
  // Loaded at the first start only: later ones do not need its data.
  const { addContents } = await import('./contents.ts')
  return addContents(trx, services, await demoTenantIds(trx))
}
