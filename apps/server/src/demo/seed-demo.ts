import { deliver, type ProductData } from '../database/product-data.ts'
import type { Trx } from '../database/transaction.ts'
import { randomPassword } from '../modules/passwords/index.ts'
import { addAdministrator } from './add-administrator.ts'
import { addSites } from './add-sites.ts'
import { addTenant } from './add-tenant.ts'
import { demoTenants } from './tenants.ts'

const demoData: ProductData = { name: 'demo', version: 1 }
const siteData: ProductData = { name: 'demo sites', version: 1 }

export interface DemoOptions {
  /** Makes the hash that is stored of a password. */
  readonly hashPassword: (password: string) => Promise<string>
}

/** A tenant administrator that was made now, with the password in clear: to be shown once, stored nowhere. */
export interface DemoAccount {
  readonly tenantName: string
  readonly userName: string
  readonly password: string
}

/**
 * Adds the demonstration tenants, each with a few dictionary entries of its own and an administrator, and the
 * demonstration sites, the first time that it is called on a database; later it does nothing, whatever has become
 * of them since.
 * Needs regions, dictionaries and roles in place. Must run as the platform.
 *
 * @returns the administrators that were made, with their passwords; none when there was nothing to do
 */
export async function seedDemo(trx: Trx, { hashPassword }: DemoOptions): Promise<DemoAccount[]> {
  const accounts: DemoAccount[] = []
  await deliver(trx, demoData, async () => {
    for (const tenant of demoTenants) {
      const tenantId = await addTenant(trx, tenant)
      const password = randomPassword()
      const userName = await addAdministrator(trx, tenantId, tenant, await hashPassword(password))
      accounts.push({ tenantName: tenant.tenantName, userName, password })
    }
  })
  await deliver(trx, siteData, () => addSites(trx))
  return accounts
}
