/**
 * Inserts a style's link into the page's head, or passes it to the page's function for styles: on an embedding page
 * they must only affect the suite. The source becomes part of builds as it is, so it refers to nothing outside; the
 * name is `styleTaker` of registry/agreement.ts.
 */
export function insertStyle(link: HTMLLinkElement): void {
  const take = Reflect.get(globalThis, '__atriumStyles')
  if (take) take(link)
  else document.head.append(link)
}
