import Bowser from 'bowser'

const known: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP))

/**
 * The browser as `Chrome 131`; '' for one that is not known: of what it calls itself nothing is taken over, since
 * anybody may call theirs anything.
 */
export function browserOf(userAgent: string): string {
  if (userAgent === '') return ''
  const { name = '', version = '' } = Bowser.parse(userAgent.slice(0, 500)).browser
  return known.has(name) ? `${name} ${Number.parseInt(version.slice(0, 4), 10) || ''}`.trim() : ''
}
