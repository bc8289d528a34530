import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumPath } from '../../scripts/test/chromium.ts'

/** The browser in which pictures are taken by hand: the system's Chromium, else Playwright's own. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    ...(existsSync(chromiumPath) && { executablePath: chromiumPath }),
  })

/** Takes a picture of a page once nothing more is on its way. */
export async function takePicture(page: Page, path: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path, animations: 'disabled' })
}
