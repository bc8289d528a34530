/** The product that a user signs in to through the OpenID provider, as the sign-in page names it. */
interface AskingProduct {
  /** In the language of the request. */
  readonly product: string
  readonly tenant: string
}

/**
 * Next step of a sign-in to a product: the response of POST /oidc/interaction/{uid}. `done` leads back to the product.
 * `signIn`: nobody is signed in. `signInAgain`: somebody is, but too long ago for the product, or somebody else.
 * `rejected`: the user may not open the product. `expired`: the sign-in was finished or given up.
 */
export type ProductSignInStep =
  | { readonly state: 'done'; readonly url: string }
  | ({ readonly state: 'signIn' | 'signInAgain' } & AskingProduct)
  | ({ readonly state: 'rejected'; readonly message: string; readonly userName: string } & AskingProduct)
  | { readonly state: 'expired' }
