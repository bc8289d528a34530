import type { Override } from '@atrium/contract'
import { pageElements } from '@atrium/federation'

/** What the server has written into the page, by the id of its element. */
export function readJson<Content>(id: string, otherwise: Content): Content {
  const text = document.getElementById(id)?.textContent
  return text ? (JSON.parse(text) as Content) : otherwise
}

/** The modules that this page runs from the user's own machine, as the server has allowed it. */
export const pageOverrides = () => readJson<readonly Override[]>(pageElements.overrides, [])
