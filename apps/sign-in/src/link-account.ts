import { useSearchParams } from '@atrium/shared-api'

/** A user name of the address, which anybody can write: it holds no blanks, so no sentence of theirs is shown. */
const userName = /^\S{1,64}$/

/** Returns the user name that the link in the address names; '' if it names none. */
export function useLinkAccount(): string {
  const account = useSearchParams()[0].get('account') ?? ''
  return userName.test(account) ? account : ''
}
