import { hashPassword } from '../../modules/identity/passwords/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { addCalendars } from './calendars.ts'
import { seedDemoDepartments } from './departments.ts'
import { addHistories } from './histories.ts'
import { addInvitations } from './invitations.ts'
import { seedDemoLicences } from './licences.ts'
import { addNationwideSites } from './nationwide-sites.ts'
import { addPortfolio } from './portfolio.ts'
import { seedDemoProducts } from './products.ts'
import { type DemoAccount, seedDemo } from './seed-demo.ts'
import { seedDemoStudies } from './studies.ts'
import { addStudyLinks } from './study-links.ts'
import { addTeams } from './teams.ts'
import { seedDemoTenantSites } from './tenant-sites.ts'
import { seedDemoTenantUsers } from './tenant-users.ts'

export interface DemonstrationOptions {
  /** Where its products are; without it there are none. */
  readonly productsUrl?: string
  readonly services: Pick<Services, 'profile' | 'secrets' | 'outbox'>
}

/**
 * Puts the demonstration in place. What makes it as large as a platform comes at the first start alone: a database that
 * people have worked in since does not grow under their hands. Needs regions, dictionaries, roles, products and jobs in
 * place. Must run as the platform.
 * @returns the accounts that were made, with their passwords
 */
export async function seedDemonstration(
  trx: Trx,
  { productsUrl, services }: DemonstrationOptions,
): Promise<DemoAccount[]> {
  const { isNew, accounts } = await seedDemo(trx, { hashPassword })
  if (productsUrl) await seedDemoProducts(trx, { url: productsUrl, secrets: services.secrets })
  await seedDemoTenantUsers(trx)
  await seedDemoTenantSites(trx)
  await seedDemoStudies(trx)
  await seedDemoLicences(trx)
  await seedDemoDepartments(trx)
  if (!isNew) return accounts
  await addNationwideSites(trx)
  await addTeams(trx)
  await addPortfolio(trx)
  await addStudyLinks(trx, services)
  await addInvitations(trx, services)
  await addCalendars(trx)
  await addHistories(trx, services)
  return accounts
}
