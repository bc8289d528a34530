import { existsSync } from 'node:fs'
import { run } from './run.ts'

export const chromiumPath = '/usr/bin/chromium'

/**
 * Sees to it that there is a Chromium to test in: the system's where it is or can be installed,
 * Playwright's own elsewhere.
 */
export const ensureChromium = async (): Promise<void> => {
  if (existsSync(chromiumPath)) return
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await run('apt-get', ['update', '-qq'])
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'], {
      DEBIAN_FRONTEND: 'noninteractive',
    })
  }
  if (!existsSync(chromiumPath)) {
    await run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
  }
}
