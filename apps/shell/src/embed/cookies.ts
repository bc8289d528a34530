import { page } from './page.ts'

/**
 * Replaces the cookie library. On a foreign page, the suite must not use the page's cookies. The values, including a
 * session, are therefore kept in the tab's session storage. Their names contain the server's origin, so that no other
 * server receives the key.
 */
const nameOf = (name: string): string => `atrium.embed.${page.origin}.${name}`

/** Values set on this page. */
const present = new Map<string, string>()

let isKept = true

/** Sets whether values survive a reload of the page in this tab. A session that the page itself provides is not kept. */
export function keepInTab(kept: boolean): void {
  isKept = kept
}

const first = new Map([['language', page.language]])

export default {
  get: (name: string): string | undefined =>
    present.get(name) ?? first.get(name) ?? sessionStorage.getItem(nameOf(name)) ?? undefined,
  set(name: string, value: string): void {
    present.set(name, value)
    first.delete(name)
    if (isKept) sessionStorage.setItem(nameOf(name), value)
  },
  remove(name: string): void {
    present.delete(name)
    sessionStorage.removeItem(nameOf(name))
  },
}
