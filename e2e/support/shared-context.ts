import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { suiteUrl } from './suite.ts'

/** Storage types that a page can fill in a browser, except the HTTP cache. */
const storage = 'cookies,local_storage,indexeddb,cache_storage,service_workers,file_systems'

/** A browser context that tests use one after another. */
export interface SharedContext {
  readonly context: BrowserContext
  /**
   * Closes the pages of the previous test, and clears all storage that they filled. Permissions stay: Chromium
   * sometimes never answers the request to clear them, so tests that grant some use a new browser.
   */
  readonly clear: () => Promise<void>
}

/**
 * Opens an empty page of the suite's origin. It names an icon, because otherwise Chromium would request one from the
 * server later, in vain.
 */
const openEmptyPage = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage()
  const body = '<link rel="icon" href="data:,">'
  await page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('/empty')
  return page
}

/**
 * Opens a context that keeps the suite's scripts cached and compiled, as in a browser that has visited it before. An
 * empty page stays open, so that the renderer process stays alive.
 */
export const openSharedContext = async (
  browser: Browser,
  options: BrowserContextOptions,
): Promise<SharedContext> => {
  const context = await browser.newContext({ ...options, baseURL: suiteUrl })
  const empty = await openEmptyPage(context)
  const devTools = await context.newCDPSession(empty)
  const clear = async () => {
    for (const page of context.pages()) if (page !== empty) await page.close()
    await context.unrouteAll()
    await context.setExtraHTTPHeaders({})
    // Those of the products too.
    await context.clearCookies()
    await devTools.send('Storage.clearDataForOrigin', { origin: suiteUrl, storageTypes: storage })
  }
  return { context, clear }
}
