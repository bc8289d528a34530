import type { Override } from '@atrium/contract'
import { pageElements } from '@atrium/federation'

/** Returns the JSON that the server wrote into an element of the page. */
export function readJson<Content>(id: string, otherwise: Content): Content {
  const text = document.getElementById(id)?.textContent
  return text ? (JSON.parse(text) as Content) : otherwise
}

/** Returns the modules that this page runs from the user's own machine, as the server allowed. */
export const pageOverrides = () => readJson<readonly Override[]>(pageElements.overrides, [])
