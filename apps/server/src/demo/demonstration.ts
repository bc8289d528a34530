import type { Trx } from '../database/transaction.ts'
import { hashPassword } from '../modules/passwords/index.ts'
import { seedDemoDepartments } from './departments.ts'
import { seedDemoLicences } from './licences.ts'
import { addNationwideSites } from './nationwide-sites.ts'
import { addPortfolio } from './portfolio.ts'
import { type DemoProductOptions, seedDemoProducts } from './products.ts'
import { type DemoAccount, seedDemo } from './seed-demo.ts'
import { seedDemoStudies } from './studies.ts'
import { addTeams } from './teams.ts'
import { seedDemoTenantSites } from './tenant-sites.ts'
import { seedDemoTenantUsers } from './tenant-users.ts'

export interface DemonstrationOptions {
  /** Its products; without them there are none. */
  readonly products?: DemoProductOptions
}

/**
 * Puts the demonstration in place. What makes it as large as a platform comes at the first start alone: a database that
 * people have worked in since does not grow under their hands. Needs regions, dictionaries, roles, products and jobs in
 * place. Must run as the platform.
 * @returns the accounts that were made, with their passwords
 */
export async function seedDemonstration(
  trx: Trx,
  { products }: DemonstrationOptions,
): Promise<DemoAccount[]> {
  const { isNew, accounts } = await seedDemo(trx, { hashPassword })
  if (products) await seedDemoProducts(trx, products)
  await seedDemoTenantUsers(trx)
  await seedDemoTenantSites(trx)
  await seedDemoStudies(trx)
  await seedDemoLicences(trx)
  await seedDemoDepartments(trx)
  if (!isNew) return accounts
  await addNationwideSites(trx)
  await addTeams(trx)
  await addPortfolio(trx)
  return accounts
}
