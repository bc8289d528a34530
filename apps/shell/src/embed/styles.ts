import { styleTaker } from '@atrium/federation'
import { page } from './page.ts'

/**
 * Style sheets of the suite on this page, in the order in which they were requested, like links in a head. Each slot
 * applies all of them.
 */
const sheets: CSSStyleSheet[] = []
const scopes = new Set<ShadowRoot>()

/** Makes the addresses in a style sheet absolute, because those of a constructed sheet resolve against the page. */
const withAddresses = (css: string, from: string): string =>
  css.replace(/url\((['"]?)([^'")]+)\1\)/g, (whole, quote: string, address: string) =>
    /^(data:|#)/.test(address) ? whole : `url(${quote}${new URL(address, from).href}${quote})`,
  )

/**
 * Adds styles to every slot, in the order of the calls even if they arrive late. Constructed sheets are not subject
 * to the page's Content-Security-Policy, and affect nothing outside the slots.
 * @param from address of the styles
 * @throws if the styles cannot be fetched
 */
async function addStyles(css: Promise<string>, from: string): Promise<void> {
  const sheet = new CSSStyleSheet()
  sheets.push(sheet)
  for (const scope of scopes) scope.adoptedStyleSheets = [...scope.adoptedStyleSheets, sheet]
  try {
    sheet.replaceSync(withAddresses(await css, from))
  } catch (cause) {
    sheets.splice(sheets.indexOf(sheet), 1)
    for (const scope of scopes)
      scope.adoptedStyleSheets = scope.adoptedStyleSheets.filter((one) => one !== sheet)
    throw cause
  }
}

/** Applies the suite's current and later styles to a slot. @returns a function that removes them */
export function applyStyles(scope: ShadowRoot): () => void {
  scopes.add(scope)
  scope.adoptedStyleSheets = [...sheets, ...scope.adoptedStyleSheets]
  return () => void scopes.delete(scope)
}

/** Requested style sheets by address. */
const asked = new Map<string, Promise<void>>()

async function fetchStyles(href: string, integrity: string): Promise<string> {
  const response = await fetch(href, { integrity, signal: AbortSignal.timeout(10_000) })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return response.text()
}

/** Fetches the style sheet that a link would add to the page's head, with the same integrity, and only once. */
async function fetchLinkedStyles(link: HTMLLinkElement): Promise<void> {
  const { href, integrity } = link
  const coming = asked.get(href) ?? addStyles(fetchStyles(href, integrity), href)
  asked.set(href, coming)
  try {
    await coming
    link.dispatchEvent(new Event('load'))
  } catch {
    asked.delete(href)
    link.dispatchEvent(new Event('error'))
  }
}

/** Redirects the styles of the remotes and the host into the slots. */
export async function redirectStyles(): Promise<void> {
  Object.assign(globalThis, { [styleTaker]: (link: HTMLLinkElement) => void fetchLinkedStyles(link) })
  await addStyles(page.styles, page.folder)
}
