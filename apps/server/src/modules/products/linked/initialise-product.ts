import type { Language } from '@atrium/contract'
import * as z from 'zod/mini'
import { asSystem, inTransaction } from '../../../platform/database/transaction.ts'
import { callProduct, type LinkServices } from './call-product.ts'

export interface Initialisation {
  readonly softwareId: string
  readonly tenantId: string
  /** Id of the tenant's domain to initialise. It is also the idempotency key, so repeated requests initialise it once. */
  readonly tenantUrlId: string
  readonly apiUrl: string
  /** Language of the product's message; Chinese by default. */
  readonly language?: Language
}

/**
 * Asks a product to prepare itself for a tenant's domain. A repeated request changes nothing.
 *
 * @returns the product's message; '' for none
 * @throws ProductFailure if the call fails
 */
export async function initialiseProduct(
  services: LinkServices,
  { softwareId, tenantId, tenantUrlId, apiUrl, language = 'zh' }: Initialisation,
): Promise<{ message: string }> {
  const tenant = await inTransaction(
    services.db,
    asSystem,
    (trx) =>
      trx.selectFrom('tenant').select('tenantName').where('id', '=', tenantId).executeTakeFirstOrThrow(),
    { readOnly: true },
  )
  const { message } = await callProduct(services, {
    softwareId,
    tenantId,
    apiUrl,
    path: '/atrium/init',
    body: { tenantId, tenantName: tenant.tenantName, tenantUrlId },
    idempotencyKey: tenantUrlId,
    language,
    data: z.unknown(),
  })
  return { message }
}
