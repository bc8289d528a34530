/**
 * Returns scheme, host, port and path of a page's URL, to which a hand-over code is bound; '' if the text is not the
 * URL of a web page. Two URLs name the same page only if these parts are identical.
 */
export function pageAddress(text: string): string {
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) ? url.origin + url.pathname : ''
}
