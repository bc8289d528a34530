import { page } from './page.ts'

/**
 * Replaces the cookie library. The cookies of a foreign page are not the suite's, so the tab stores these
 * values, including a session, under the server's origin. No other server then receives the key.
 */
const nameOf = (name: string): string => `atrium.embed.${page.origin}.${name}`

/** Values known to this page only. */
const present = new Map<string, string>()

let isKept = true

/** Sets whether the tab keeps values for its next page. A session that the page itself provides is not kept. */
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
