import { randomUUID } from 'node:crypto'
import {
  authorizationStyles,
  defaultApiPaths,
  EdcRoles,
  type Language,
  type RemoteRoles,
  RtsmRoles,
  TrialRoles,
} from '@atrium/contract'
import type * as z from 'zod/mini'
import { callProduct, type LinkServices } from './call-product.ts'
import { apiUrlOf, type LinkedStudy, pathOf } from './linked-study.ts'

/** Response schemas of products, by authorization style. */
const shapes: Readonly<Record<number, z.ZodMiniType<Omit<RemoteRoles, 'authorizationStyle'>>>> = {
  [authorizationStyles.rtsm]: RtsmRoles,
  [authorizationStyles.edc]: EdcRoles,
  [authorizationStyles.ctms]: TrialRoles,
  [authorizationStyles.etmf]: TrialRoles,
}

/**
 * Requests the roles and scopes that a product offers in a study.
 * @param language of the product's message
 * @returns roles and scopes in the product's own form, with its style; only style 0 if it has none
 * @throws ProductFailure if the call fails
 */
export async function askRoles(
  services: LinkServices,
  { softwareId, authorizationStyle, roleApiRequest, scope }: LinkedStudy,
  language: Language,
): Promise<RemoteRoles> {
  const shape = shapes[authorizationStyle ?? 0]
  if (!shape) return { authorizationStyle: 0 }
  const { data } = await callProduct(services, {
    softwareId,
    tenantId: scope.tenantId,
    apiUrl: await apiUrlOf(services.db, scope),
    path: pathOf(roleApiRequest, defaultApiPaths.roleApiRequest),
    body: scope,
    idempotencyKey: randomUUID(),
    language,
    data: shape,
  })
  return { ...data, authorizationStyle: authorizationStyle ?? 0 }
}
