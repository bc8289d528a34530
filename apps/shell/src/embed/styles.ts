import { styleTaker } from '@atrium/federation'
import { page } from './page.ts'

/**
 * Styles of the suite on this page, in the order in which they were asked for, as links in the head of a page have it; each
 * place where it is shown has all of them.
 */
const sheets: CSSStyleSheet[] = []
const scopes = new Set<ShadowRoot>()

/** Addresses in a style sheet that was constructed are looked up from the page: they are made absolute. */
const withAddresses = (css: string, from: string): string =>
  css.replace(/url\((['"]?)([^'")]+)\1\)/g, (whole, quote: string, address: string) =>
    /^(data:|#)/.test(address) ? whole : `url(${quote}${new URL(address, from).href}${quote})`,
  )

/**
 * Adds styles to every place where the suite is shown, which stand in this order however late they come. Constructed sheets
 * fall under no rule of the page's Content-Security-Policy, and reach nothing outside of those places.
 * @param from where the styles are from
 * @throws if they do not come
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

/** Gives a place the suite's styles, those to come too. @returns ends it */
export function applyStyles(scope: ShadowRoot): () => void {
  scopes.add(scope)
  scope.adoptedStyleSheets = [...sheets, ...scope.adoptedStyleSheets]
  return () => void scopes.delete(scope)
}

/** The style sheets that were asked for, by their addresses: those that are here, and those on their way. */
const asked = new Map<string, Promise<void>>()

async function fetchStyles(href: string, integrity: string): Promise<string> {
  const answer = await fetch(href, { integrity, signal: AbortSignal.timeout(10_000) })
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  return answer.text()
}

/** Fetches what a link would have brought into the head of the page, under the same integrity, and once alone. */
async function takeLink(link: HTMLLinkElement): Promise<void> {
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

/** Has the styles of remotes, and those of the host's own parts, reach the places of the suite alone. */
export async function takeStyles(): Promise<void> {
  Object.assign(globalThis, { [styleTaker]: (link: HTMLLinkElement) => void takeLink(link) })
  await addStyles(page.styles, page.folder)
}
