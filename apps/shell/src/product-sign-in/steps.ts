import type { ProductSignInStep } from '@atrium/contract'
import { currentLanguage } from '@atrium/shared-api'

/** Path of the page on which users sign in for a product. The provider's cookie is valid below it only. */
const ofPage = /^\/oidc\/interaction\/[\w-]+$/

/** Returns whether the page was opened by a product that asks its user to sign in. */
export const isProductSignIn = (): boolean => ofPage.test(window.location.pathname)

async function post(path: string, key: string | undefined): Promise<ProductSignInStep> {
  const headers = { language: currentLanguage(), ...(key !== undefined && { authorization: key }) }
  const response = await fetch(window.location.pathname + path, { method: 'POST', headers })
  if (!response.ok) throw new Error(`the sign-in was answered with ${response.status}`)
  const { data } = (await response.json()) as { readonly data: ProductSignInStep }
  return data
}

/**
 * Returns what is missing before the product learns who the user is.
 * @param key key of the session; undefined if nobody is signed in
 * @throws without a response of the server
 */
export const nextStep = (key: string | undefined): Promise<ProductSignInStep> => post('', key)

/** Gives the sign-in up. The product gets an error. @throws without a response of the server */
export const giveUp = (): Promise<ProductSignInStep> => post('/cancel', undefined)
