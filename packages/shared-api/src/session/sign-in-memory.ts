import { storageKeys } from '../storage/keys.ts'
import { storedValues } from '../storage/stored-values.ts'
import { useSession } from './store.ts'

const loginTypes = ['password', 'phone', 'sso'] as const
export type LoginType = (typeof loginTypes)[number]

/** How and as whom somebody signed in last in this browser. */
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

/** With more failures than this an image captcha is asked for. */
const freeFailures = 3

const failures = (): number => Number(storedValues.get(storageKeys.failedSignIns)) || 0
const setFailures = (count: number): void => storedValues.set(storageKeys.failedSignIns, String(count))

/** The count of failed sign-ins in this browser; the server keeps one of its own. */
export const failedSignIns = {
  /** Whether the next sign-in needs the captcha. */
  needCaptcha: (): boolean => failures() > freeFailures,
  add: (): void => setFailures(failures() + 1),
  /** After a successful sign-in. */
  reset: (): void => setFailures(0),
  /** The server asks for the captcha. */
  demandCaptcha: (): void => setFailures(freeFailures + 1),
}

const storedAddress = (): string | null => sessionStorage.getItem(storageKeys.returnTo)

/**
 * Stores an address of the suite, even a mistyped one: the router rejects addresses that look like another site's.
 * @param owner the id of the user whose page it is; undefined if nobody is signed in
 */
function keep(address: string, owner?: string): void {
  sessionStorage.setItem(storageKeys.returnTo, `/${address.replace(/^[/\\]+/, '')}`)
  if (owner === undefined) sessionStorage.removeItem(storageKeys.returnOwner)
  else sessionStorage.setItem(storageKeys.returnOwner, owner)
}

/** The page after signing in: a path of the route table with its query, kept while the tab is open. */
export const returnAddress = {
  keep,
  /** Keeps an address unless there is one already. */
  propose(address: string): void {
    if (address !== '' && storedAddress() === null) keep(address)
  },
  /** Stores the user's page. */
  keepPresent: (): void => keep(window.location.hash.slice(1), useSession.getState().user?.id),
  /** The id of the user whose page the kept address is. */
  owner: (): string | undefined => sessionStorage.getItem(storageKeys.returnOwner) ?? undefined,
  /** The kept address, once; undefined if there is none. */
  take(): string | undefined {
    const address = storedAddress() ?? undefined
    sessionStorage.removeItem(storageKeys.returnTo)
    sessionStorage.removeItem(storageKeys.returnOwner)
    return address
  },
}
