import { codes } from '@atrium/contract'
import { asSystem, inTransaction } from '../../platform/database/transaction.ts'
import { Rejection, reject } from '../../platform/http/rejection.ts'
import type { Services } from '../../platform/http/work.ts'
import { checkLicence } from '../products/licences/index.ts'
import { isAuthorized } from '../products/software/index.ts'
import type { ClientDomain } from './clients.ts'

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
        const isOpen = await isAuthorized(trx, userId, { tenantId, softwareId, studyUrlId: '' })
        if (!isOpen) reject(codes.forbidden, 'portal.refusal.unauthorized')
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
