/**
 * Returns scheme, host, port and path of a page's address, which a hand-over code is bound to; '' if the text is no
 * address of a web page. Two addresses are the same page only where these are equal to the letter.
 */
export function pageAddress(text: string): string {
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) ? url.origin + url.pathname : ''
}
