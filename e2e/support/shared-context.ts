import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { suiteUrl } from './suite.ts'

/** What a page can leave in a browser, besides what the browser itself keeps of the files that it fetched. */
const storage = 'cookies,local_storage,indexeddb,cache_storage,service_workers,file_systems'

/** A browser context for one test after another. */
export interface SharedContext {
  readonly context: BrowserContext
  /** Closes the pages of the test before, and forgets everything that they left. */
  readonly clear: () => Promise<void>
}

/** An empty page of the suite's origin. It names an icon: for one that does not, Chromium asks the server later, in vain. */
const openEmptyPage = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage()
  const body = '<link rel="icon" href="data:,">'
  await page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('/empty')
  return page
}

/**
 * Opens a context that keeps the scripts of the suite fetched and compiled, as in a browser that has been there before.
 * An empty page stays open in it, so that its process does.
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
    await context.clearPermissions()
    await devTools.send('Storage.clearDataForOrigin', { origin: suiteUrl, storageTypes: storage })
  }
  return { context, clear }
}
