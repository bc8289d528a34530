import { storageKeys } from '../storage/keys.ts'
import { storedValues } from '../storage/stored-values.ts'
import { useSession } from './store.ts'

const loginTypes = ['password', 'phone', 'sso'] as const
export type LoginType = (typeof loginTypes)[number]

/** Type and user name of the last sign-in in this browser. */
export const lastSignIn = {
  /** @param name '' for single sign-on, where the identity provider identifies the user */
  keep(type: LoginType, name: string): void {
    storedValues.set(storageKeys.loginType, type)
    storedValues.set(storageKeys.loginName, name)
  },
  type(): LoginType | undefined {
    const kept = storedValues.get(storageKeys.loginType)
    return loginTypes.find((type) => type === kept)
  },
  name: (): string => storedValues.get(storageKeys.loginName) ?? '',
}

/** Maximum number of failures before a captcha is required. */
const freeFailures = 3

const failures = (): number => Number(storedValues.get(storageKeys.failedSignIns)) || 0
const setFailures = (count: number): void => storedValues.set(storageKeys.failedSignIns, String(count))

/** Number of failed sign-ins in this browser. The server counts separately. */
export const failedSignIns = {
  /** Whether the next sign-in needs the captcha. */
  needCaptcha: (): boolean => failures() > freeFailures,
  add: (): void => setFailures(failures() + 1),
  /** Called after a successful sign-in. */
  reset: (): void => setFailures(0),
  /** Called when the server demands the captcha. */
  demandCaptcha: (): void => setFailures(freeFailures + 1),
}

const storedAddress = (): string | null => sessionStorage.getItem(storageKeys.returnTo)

/**
 * Stores an address of the suite, even a mistyped one; the router rejects addresses that look like another site's.
 * @param owner id of the user whose page it is; undefined if nobody is signed in
 */
function keep(address: string, owner?: string): void {
  sessionStorage.setItem(storageKeys.returnTo, `/${address.replace(/^[/\\]+/, '')}`)
  if (owner === undefined) sessionStorage.removeItem(storageKeys.returnOwner)
  else sessionStorage.setItem(storageKeys.returnOwner, owner)
}

/** Page to open after signing in: a path of the route table with its query, kept while the tab is open. */
export const returnAddress = {
  keep,
  /** Stores an address unless one is stored already. */
  propose(address: string): void {
    if (address !== '' && storedAddress() === null) keep(address)
  },
  /** Stores the current page and its user. */
  keepPresent: (): void => keep(window.location.hash.slice(1), useSession.getState().user?.id),
  /** Returns the id of the user who was on the stored page. */
  owner: (): string | undefined => sessionStorage.getItem(storageKeys.returnOwner) ?? undefined,
  /** Returns the stored address and removes it; undefined if there is none. */
  take(): string | undefined {
    const address = storedAddress() ?? undefined
    sessionStorage.removeItem(storageKeys.returnTo)
    sessionStorage.removeItem(storageKeys.returnOwner)
    return address
  },
}
