import { codes } from '@atrium/contract'
import { asSystem, inTransaction, type Trx } from '../../platform/database/transaction.ts'
import { Rejection, reject } from '../../platform/http/rejection.ts'
import type { Services } from '../../platform/http/work.ts'
import { checkLicence, isOpen, stateOf } from '../products/licences/index.ts'
import { isAuthorized, productAccessOf, type TenantProduct } from '../products/software/index.ts'
import type { ClientDomain } from './clients.ts'

/** Returns whether a user is authorized and the tenant's licence valid. A single statement suffices for most sign-ins. */
async function mayOpenNow(
  trx: Trx,
  { profile }: Pick<Services, 'profile'>,
  userId: string,
  { tenantId, softwareId }: TenantProduct,
): Promise<boolean> {
  const found = await productAccessOf(trx, userId)
    .select(stateOf(profile.timeZone).as('state'))
    .where('tenantUser.tenantId', '=', tenantId)
    .where('software.id', '=', softwareId)
    .executeTakeFirst()
  return found !== undefined && isOpen(found.state)
}

/**
 * Returns why a user may not open the product of a domain: without an authorization, or without a valid licence of
 * the tenant.
 * @returns undefined if the user may
 */
export async function rejectionOf(
  services: Services,
  userId: string,
  { tenantId, softwareId }: ClientDomain,
  language: 'zh' | 'en',
): Promise<Rejection | undefined> {
  try {
    await inTransaction(
      services.db,
      asSystem,
      async (trx) => {
        if (await mayOpenNow(trx, services, userId, { tenantId, softwareId })) return
        const hasAccess = await isAuthorized(trx, userId, { tenantId, softwareId, studyUrlId: '' })
        if (!hasAccess) reject(codes.forbidden, 'portal.refusal.unauthorized')
        await checkLicence({ trx, language, services }, { tenantId, softwareId })
      },
      { readOnly: true },
    )
    return undefined
  } catch (error) {
    if (error instanceof Rejection) return error
    throw error
  }
}
