/**
 * Inserts a style's link into the page's head. On an embedding page, passes it to the page's function for styles
 * instead, so that styles affect only the suite. The source of this function is copied into builds, so it must not
 * refer to anything outside. The name is `styleTaker` in registry/agreement.ts.
 */
export function insertStyle(link: HTMLLinkElement): void {
  const take = Reflect.get(globalThis, '__atriumStyles')
  if (take) take(link)
  else document.head.append(link)
}
