import { existsSync } from 'node:fs'
import { run } from './run.ts'

export const chromiumPath = '/usr/bin/chromium'

/** The same engine without windows, whose making costs more of a page's first load than the page itself. */
const shellPath = '/usr/bin/chromium-headless-shell'

/** The Chromium that tests run in; undefined: Playwright's own. */
export const testedChromium = (): string | undefined => [shellPath, chromiumPath].find(existsSync)

/** Installs the system's where that is allowed; whether it can is seen by what is there then. */
const installByApt = async (...packages: string[]): Promise<void> => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  // Without a network the wait is short: there may be another Chromium.
  const limits = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15']
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq', ...limits], env)
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...limits, ...packages], env)
}

/**
 * Sees to it that there is a Chromium to test in: the system's where it is or can be installed, best without windows,
 * Playwright's own elsewhere.
 */
export const ensureChromium = async (): Promise<void> => {
  if (existsSync(shellPath)) return
  await installByApt('chromium-headless-shell', 'fonts-noto-cjk')
  if (testedChromium()) return
  await installByApt('chromium')
  if (!testedChromium()) {
    await run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
  }
}
