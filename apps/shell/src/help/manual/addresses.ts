import type { Language } from '@atrium/contract'
import { manuals, manualsPath } from '../manuals.ts'

/** A link of a manual into a manual: of another file `account.md#invite`, or of its own `#invite`. */
const toManual = /^(?:(\w+)\.md)?(?:#([\w-]+))?$/

/**
 * Where a link into a manual leads; undefined for a link elsewhere.
 * @returns the route's name, undefined for the present one, and the section
 */
export function manualLink(href: string) {
  const [whole, file, section] = toManual.exec(href) ?? []
  if (!whole) return undefined
  const manual = manuals.find(({ name }) => name === file)
  if (file && !manual) return undefined
  return { route: manual?.route, section }
}

/** The address of a picture, which a manual names from its own folder. */
export const pictureAddress = (source: string, language: Language): string =>
  new URL(source, new URL(`${manualsPath}/${language}/`, window.location.origin)).pathname
