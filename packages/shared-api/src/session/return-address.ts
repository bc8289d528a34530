import { storageKeys } from '../storage/index.ts'

const kept = (): string | null => sessionStorage.getItem(storageKeys.returnTo)
/** As an address of the suite, whatever somebody has typed: the router refuses to leave for what looks like another. */
const keep = (address: string): void =>
  sessionStorage.setItem(storageKeys.returnTo, `/${address.replace(/^[/\\]+/, '')}`)

/** Where signing in leads to: a path of the route table with its query, kept while the tab is open. */
export const returnAddress = {
  keep,
  /** Keeps an address unless there is one already. */
  propose(address: string): void {
    if (address !== '' && kept() === null) keep(address)
  },
  /** Keeps where the user is. */
  keepPresent: (): void => keep(window.location.hash.slice(1)),
  /** The kept address, once; undefined where there is none. */
  take(): string | undefined {
    const address = kept() ?? undefined
    sessionStorage.removeItem(storageKeys.returnTo)
    return address
  },
}
