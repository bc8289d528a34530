/**
 * Puts a style's link into the head of the page, or gives it to whoever takes the styles of the page in: on somebody
 * else's page they must reach nothing but the suite. It becomes part of builds as it is, and so refers to nothing; the
 * name is `styleTaker` of the registry's agreement.
 */
export function insertStyle(link: HTMLLinkElement): void {
  const take = Reflect.get(globalThis, '__atriumStyles')
  if (take) take(link)
  else document.head.append(link)
}
