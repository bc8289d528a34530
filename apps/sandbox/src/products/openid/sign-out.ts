import type { Language } from '@atrium/contract'
import * as oidc from 'openid-client'
import type { OpenidSignIn } from '../sessions.ts'
import type { Issuer } from './issuer.ts'
import { uiLocales } from './sign-in.ts'

/**
 * Returns the address at which the user signs out of the suite too.
 * @param page the product's page, to which the suite returns the browser
 */
export async function endSessionUrl(
  issuer: Issuer,
  { clientId, idToken }: OpenidSignIn,
  page: string,
  language: Language,
): Promise<string> {
  const parameters = {
    id_token_hint: idToken,
    post_logout_redirect_uri: page,
    ui_locales: uiLocales[language],
  }
  return oidc.buildEndSessionUrl(await issuer.clientOf(clientId), parameters).href
}
