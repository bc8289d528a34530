import { signInStyles } from '@atrium/contract'
import type { AdapterPayload } from 'oidc-provider'
import type { Trx } from '../../platform/database/transaction.ts'
import type { Secrets } from '../../platform/secrets/index.ts'
import { decryptKeys, keyColumns } from '../products/linked/index.ts'

/** Metadata of clients beside those of OpenID Connect: to whom a domain belongs, and its product's previous key. */
export const clientMetadata = ['tenant_id', 'software_id', 'app_code', 'former_secret'] as const

/** The domain behind a client, as the client's metadata name it. */
export interface ClientDomain {
  readonly tenantId: string
  readonly tenantUrlId: string
  readonly softwareId: string
  readonly appCode: string
}

/** Returns the domain behind a client. */
export const domainOf = (client: { readonly clientId: string } & Record<string, unknown>): ClientDomain => ({
  tenantId: String(client.tenant_id),
  tenantUrlId: client.clientId,
  softwareId: String(client.software_id),
  appCode: String(client.app_code),
})

/**
 * Returns the client of a tenant's domain. Its id is the domain's, and its secret the key of its product. A change on
 * the screens counts at the next request.
 * @returns undefined if the product does not sign in here, has no key, or the domain names no address to return to
 */
export async function findClient(
  trx: Trx,
  secrets: Secrets,
  id: string,
): Promise<AdapterPayload | undefined> {
  const domain = await trx
    .selectFrom('tenantUrl')
    .innerJoin('software', 'software.id', 'tenantUrl.softwareId')
    .select(['tenantUrl.tenantId', 'tenantUrl.softwareId', 'tenantUrl.urlName'])
    .select(['tenantUrl.redirectUrls', 'tenantUrl.signedOutUrls', 'tenantUrl.logoutUrl', 'software.appCode'])
    .select(keyColumns)
    .where('tenantUrl.id', '=', id)
    .where('software.signInStyle', '=', signInStyles.openId)
    .executeTakeFirst()
  if (!domain || domain.redirectUrls.length === 0) return undefined
  const [key, former] = decryptKeys(secrets, domain)
  if (key === undefined) return undefined
  return {
    client_id: id,
    client_name: domain.urlName,
    client_secret: key,
    former_secret: former,
    tenant_id: domain.tenantId,
    software_id: domain.softwareId,
    app_code: domain.appCode,
    redirect_uris: domain.redirectUrls,
    post_logout_redirect_uris: domain.signedOutUrls,
    ...(domain.logoutUrl !== '' && {
      backchannel_logout_uri: domain.logoutUrl,
      backchannel_logout_session_required: true,
    }),
  }
}
