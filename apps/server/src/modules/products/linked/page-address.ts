/**
 * Returns scheme, host, port and path of a page's URL, to which a hand-over code is bound; '' if the text is not a web
 * page's URL. Two URLs are the same page only if these are equal to the letter.
 */
export function pageAddress(text: string): string {
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) ? url.origin + url.pathname : ''
}
