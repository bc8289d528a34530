import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumPath } from '../../scripts/test/chromium.ts'

/** Opens the browser for the picture scripts: the system's Chromium, or else Playwright's own. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    ...(existsSync(chromiumPath) && { executablePath: chromiumPath }),
  })

/** Saves a picture of a page once the network is idle and the fonts are loaded. */
export async function takePicture(page: Page, path: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path, animations: 'disabled' })
}
