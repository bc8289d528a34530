import Bowser from 'bowser'

const known: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP))

/**
 * Returns the browser as `Chrome 131`; '' for an unknown one. Nothing is copied from its own description, which anybody
 * can write.
 */
export function browserOf(userAgent: string): string {
  if (userAgent === '') return ''
  const { name = '', version = '' } = Bowser.parse(userAgent.slice(0, 500)).browser
  return known.has(name) ? `${name} ${Number.parseInt(version.slice(0, 4), 10) || ''}`.trim() : ''
}
