import Bowser from 'bowser'

/** How much is shown of what a client calls itself. */
const longest = 60

const majorOf = (version: string | undefined): string => version?.split('.')[0] ?? ''

/**
 * The browser with its major version and the system, as people know them: 'Chrome 131 · Windows'. The version of
 * the system is left out, since browsers no longer tell it truly.
 * @param userAgent what a client says that it is, whoever wrote it
 * @returns what it calls itself where that tells neither; '' where it says nothing
 */
export const deviceOf = (userAgent: string): string => {
  const text = userAgent.trim()
  if (text === '') return ''
  const { browser, os } = Bowser.parse(text)
  const known = [[browser.name, majorOf(browser.version)].filter(Boolean).join(' '), os.name].filter(Boolean)
  return known.join(' · ') || text.slice(0, longest)
}
