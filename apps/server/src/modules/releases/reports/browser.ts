import Bowser from 'bowser'

const known: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP))

/**
 * Returns the browser such as `Chrome 131`; '' if unknown. Copies nothing from the user agent string, because anyone
 * can forge it.
 */
export function browserOf(userAgent: string): string {
  if (userAgent === '') return ''
  const { name = '', version = '' } = Bowser.parse(userAgent.slice(0, 500)).browser
  return known.has(name) ? `${name} ${Number.parseInt(version.slice(0, 4), 10) || ''}`.trim() : ''
}
