import { page } from './page.ts'

/**
 * In place of the library of cookies. Those of somebody else's page are not the suite's: what the suite would keep in
 * one is kept by the tab, a session too, and under the server's origin, so that no other server is ever sent its key.
 */
const nameOf = (name: string): string => `atrium.embed.${page.origin}.${name}`

/** What this page alone knows. */
const present = new Map<string, string>()

let isKept = true

/** Says whether the tab keeps values for its next page; what the page itself hands over each time is not kept. */
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
