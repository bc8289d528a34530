import { useSearchParams } from '@atrium/shared-api'

/**
 * Matches a user name in the address. Rejects blanks, because anyone can write an address, and the page must not show
 * arbitrary sentences.
 */
const userName = /^\S{1,64}$/

/** Returns the user name in the address of the link, '' if there is none. */
export function useLinkAccount(): string {
  const account = useSearchParams()[0].get('account') ?? ''
  return userName.test(account) ? account : ''
}
