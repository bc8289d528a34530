import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { chromiumPath } from '../../../scripts/test/chromium.ts'

/** Prevents traffic and work other than the page's own. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Runs some work in a new Chromium with a new profile: empty HTTP and code caches, no storage. The profile is removed
 * afterwards.
 */
export async function inFreshBrowser<T>(work: (browser: BrowserContext) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-browser-'))
  try {
    const browser = await chromium.launchPersistentContext(folder, {
      executablePath: chromiumPath,
      headless: true,
      args: flags,
      viewport: { width: 1280, height: 800 },
    })
    try {
      return await work(browser)
    } finally {
      await browser.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
