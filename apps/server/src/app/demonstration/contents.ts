import type { Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { addAccessRequests } from './access-requests.ts'
import { addAccessReviews } from './access-reviews.ts'
import { addCalendars } from './calendars.ts'
import { addInspections } from './inspections.ts'
import { addInvitations } from './invitations.ts'
import { addJobRuns } from './job-runs.ts'
import { addLicences, renewLicences } from './licences.ts'
import { addMessages } from './messages.ts'
import { addPrivacy } from './privacy.ts'
import type { Ids } from './rows.ts'
import { addSites, addStudies } from './studies.ts'
import { addStudyProducts } from './study-products.ts'
import { addTrailReviews } from './trail-reviews.ts'
import { addTrainings } from './trainings.ts'
import { addRoles, addUsers, type DemoAccount } from './users.ts'

export type DemonstrationServices = Pick<Services, 'profile' | 'secrets' | 'outbox'>

/**
 * Fills the demonstration's tenants and gives the platform some weeks of history, from the tables in `data/`. Days in
 * the tables count back from the first start. Call it after the products' domains are added.
 * @returns the accounts that can sign in
 */
export async function addContents(
  trx: Trx,
  services: DemonstrationServices,
  tenantIds: Ids,
): Promise<readonly DemoAccount[]> {
  const { timeZone } = services.profile
  await addRoles(trx)
  const { accounts, userIds, memberIds } = await addUsers(trx, tenantIds, timeZone)
  const studies = await addStudies(trx, tenantIds, await addSites(trx, tenantIds))
  await addLicences(trx, tenantIds)
  const edcLinks = await addStudyProducts(trx, services, { tenantIds, studies, userIds, memberIds })
  await addTrainings(trx, services, { tenantIds, userIds, edcLinks })
  await renewLicences(trx, tenantIds)
  await addInvitations(trx, services, { tenantIds, userIds, edcLinks })
  await addAccessRequests(trx, services, { tenantIds, studies, userIds, memberIds, edcLinks })
  await addAccessReviews(trx, services, { tenantIds, studies, userIds })
  await addTrailReviews(trx, services, { tenantIds, studies })
  await addInspections(trx, services, { tenantIds, studies, userIds })
  await addPrivacy(trx, { tenantIds, studies, userIds })
  await addCalendars(trx, tenantIds)
  await addJobRuns(trx, timeZone)
  await addMessages(trx, services, tenantIds)
  return accounts
}
