import { useSearchParams } from '@atrium/shared-api'

/**
 * Matches a user name in the address. Rejects blanks, because anyone can write an address, and the page must not show
 * arbitrary sentences.
 */
const userName = /^\S{1,64}$/

function useNameIn(field: string): string {
  const name = useSearchParams()[0].get(field) ?? ''
  return userName.test(name) ? name : ''
}

/** Returns the user name in the address of a link that was sent to one account, '' if there is none. */
export const useLinkAccount = (): string => useNameIn('account')

/** Returns the name that a product proposes for the sign-in, '' if there is none. */
export const useProposedName = (): string => useNameIn('proposed')
