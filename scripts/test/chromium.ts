import { existsSync } from 'node:fs'
import { installByApt } from './debian.ts'
import { run } from './run.ts'

export const chromiumPath = '/usr/bin/chromium'

/** The same engine without windows: opening a window takes longer than loading a page. */
const shellPath = '/usr/bin/chromium-headless-shell'

/** Returns the path of the Chromium in which tests run; undefined for Playwright's own. */
export const testedChromium = (): string | undefined => [shellPath, chromiumPath].find(existsSync)

/**
 * Provides a Chromium for the tests: the system's if it is or can be installed, preferably without windows, otherwise
 * Playwright's own.
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
