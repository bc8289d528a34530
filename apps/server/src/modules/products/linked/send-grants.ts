import {
  defaultApiPaths,
  InvitationAnswer,
  type InvitationRequest,
  type Language,
  type ProductGrant,
} from '@atrium/contract'
import { callProduct, type LinkServices, short } from './call-product.ts'
import { apiUrlOf, type LinkedStudy, pathOf } from './linked-study.ts'

/** The longest reason that is kept of a product's. Characters. */
const maxReasonLength = 500

/** Grants of users in a product. */
interface GrantsToSend {
  readonly link: LinkedStudy
  readonly users: InvitationRequest['users']
  readonly grant: ProductGrant
  /** A UUID, the same for every try at this delivery. */
  readonly idempotencyKey: string
  /** Of the product's messages. */
  readonly language: Language
}

/**
 * Sends a product the grants of users in a study.
 * @returns whom it accepted, and whom it rejected with its reasons
 * @throws ProductFailure if the call fails
 */
export async function sendGrants(
  services: LinkServices,
  { link, users, grant, idempotencyKey, language }: GrantsToSend,
): Promise<InvitationAnswer> {
  const { softwareId, roleApiResponse, scope } = link
  const body: InvitationRequest = { ...scope, users, grant }
  const { data } = await callProduct(services, {
    softwareId,
    tenantId: scope.tenantId,
    apiUrl: await apiUrlOf(services.db, scope),
    path: pathOf(roleApiResponse, defaultApiPaths.roleApiResponse),
    body,
    idempotencyKey,
    language,
    data: InvitationAnswer,
  })
  const failure = data.failure.map(({ userId, message }) => ({
    userId,
    message: short(message, maxReasonLength),
  }))
  return { ...data, failure }
}
