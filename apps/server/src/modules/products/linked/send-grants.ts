import {
  defaultApiPaths,
  type InvitationRequest,
  InvitationResponse,
  type Language,
  type ProductGrant,
} from '@atrium/contract'
import { callProduct, type LinkServices, short } from './call-product.ts'
import { apiUrlOf, type LinkedStudy, pathOf } from './linked-study.ts'

/** Maximum length of a product's reason that is stored, in characters. */
const maxReasonLength = 500

/** Shortens the reasons of a product, so that they can be stored. */
export const withShortReasons = ({ success, failure }: InvitationResponse): InvitationResponse => ({
  success,
  failure: failure.map(({ userId, message }) => ({ userId, message: short(message, maxReasonLength) })),
})

/** Grants of users in a product, to be delivered to it. */
interface GrantsToSend {
  readonly link: LinkedStudy
  readonly users: InvitationRequest['users']
  readonly grant: ProductGrant
  /** UUID that is the same for every attempt of this delivery. */
  readonly idempotencyKey: string
  /** Language of the product's messages. */
  readonly language: Language
}

/**
 * Sends the grants of users in a study to the product.
 * @returns the users that it accepted and those that it rejected, with its reasons
 * @throws ProductFailure if the call fails
 */
export async function sendGrants(
  services: LinkServices,
  { link, users, grant, idempotencyKey, language }: GrantsToSend,
): Promise<InvitationResponse> {
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
    data: InvitationResponse,
  })
  return withShortReasons(data)
}
