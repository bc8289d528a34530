import { useSearchParams } from '@atrium/shared-api'

/**
 * Matches a user name in the address. Anybody can write the address, so blanks are rejected: no foreign
 * sentence can be shown.
 */
const userName = /^\S{1,64}$/

/** Returns the user name that the link in the address names; '' if it names none. */
export function useLinkAccount(): string {
  const account = useSearchParams()[0].get('account') ?? ''
  return userName.test(account) ? account : ''
}
