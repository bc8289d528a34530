import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, CDPSession, Cookie, Page } from 'playwright-core'
import type { Profile } from '../profiles.ts'
import { type Figures, figuresOf } from './figures.ts'
import { probe } from './probe.ts'
import { type PageRequest, RequestLog } from './requests.ts'

/** A page to load, and the element that makes it usable. */
export interface Target {
  /** Name of the screen. */
  readonly screen: string
  /** Name of the build. */
  readonly build: string
  readonly url: string
  /** Selector of the element whose appearance makes the page ready. */
  readonly selector: string
  /** Session of the page's user; empty for a visitor. */
  readonly cookies: readonly Cookie[]
}

/** One load of one page. */
export interface Load {
  readonly figures: Figures
  readonly requests: readonly PageRequest[]
}

/** Time limit for a page to become ready, in ms. */
const pageTimeout = 60_000
/** Time without requests after which a page counts as settled, in ms. */
const quiet = 1000
/** Time after which a ready page counts as settled although it still polls, in ms. */
const maxSettling = 8000

/**
 * Loads a page in a new tab and measures it until it has settled.
 * @throws Error if it does not become ready, or has an uncaught error
 */
export async function loadPage(browser: BrowserContext, target: Target, profile: Profile): Promise<Load> {
  await browser.addCookies(target.cookies)
  const page = await browser.newPage()
  const broken = new Promise<never>((_, reject) => page.once('pageerror', reject))
  // Awaited below; an earlier rejection must not end the process.
  broken.catch(() => undefined)
  await page.addInitScript(probe, target.selector)
  const session = await browser.newCDPSession(page)
  await emulate(session, profile)
  const log = new RequestLog(session)
  const response = await page.goto(target.url, { waitUntil: 'commit', timeout: pageTimeout })
  if (!response?.ok()) throw new Error(`${target.url} returned HTTP ${response?.status()}`)
  const ready = page.waitForFunction(() => window.benchmark.ready !== null, null, {
    timeout: pageTimeout,
    polling: 100,
  })
  await Promise.race([ready, broken])
  await settle(log)
  const load = { figures: await measure(page, session, log), requests: log.all }
  await page.close()
  return load
}

async function emulate(session: CDPSession, { network, slowdown }: Profile): Promise<void> {
  await session.send('Network.enable')
  // Counts processor time of the page's own thread, without that of other processes.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  if (network) {
    const bytesPerSecond = (network.kilobits * 1000) / 8
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.roundTrip,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
  }
  if (slowdown > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

async function settle(log: RequestLog): Promise<void> {
  const started = performance.now()
  while (performance.now() - started < maxSettling && !log.isQuietFor(quiet)) await wait(50)
}

async function measure(page: Page, session: CDPSession, log: RequestLog): Promise<Figures> {
  const processor = await metricsOf(session)
  const seen = await page.evaluate(() => window.benchmark)
  const elements = await page.evaluate(() => document.getElementsByTagName('*').length)
  await session.send('HeapProfiler.collectGarbage')
  const heap = (await metricsOf(session)).JSHeapUsedSize ?? Number.NaN
  return figuresOf({ requests: log.all, seen, processor, elements, heap })
}

/** Returns Chromium's own figures of a page; times of its main thread are in s. */
export async function metricsOf(session: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}
