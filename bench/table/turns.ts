import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { inFreshBrowser } from '../page/browser/launch.ts'
import { metricsOf } from '../page/browser/load.ts'
import type { Target } from './targets.ts'

/** Processor time of one page change on the page's main thread, in ms. */
export interface Turn {
  readonly target: string
  readonly task: number
  readonly script: number
  readonly layout: number
  readonly style: number
}

/** Number of page changes before the measurement, so that the code is compiled. */
const warmUp = 4
/** Number of measured page changes; their mean is the result. */
const counted = 12
/** Longer than a list needs to wait for further clicks, fetch its rows and draw them, in ms. */
const rest = 800
/** Time before the first click, until the page has finished starting, in ms. */
const settling = 2000

/**
 * Turns the pages of the lists repeatedly, by turns, so that slow phases of the machine affect both; each time in a
 * new browser.
 * @param rounds number of rounds
 */
export async function measurePageTurns(targets: readonly Target[], rounds: number): Promise<Turn[]> {
  const turns: Turn[] = []
  for (let round = 1; round <= rounds; round++) {
    for (const target of targets) turns.push(await inFreshBrowser((browser) => turnPages(browser, target)))
    process.stderr.write(`round ${round} of ${rounds}\n`)
  }
  return turns
}

async function turnPages(browser: BrowserContext, target: Target): Promise<Turn> {
  const page = await browser.newPage()
  const session = await browser.newCDPSession(page)
  // Does not count the time of other processes.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await target.open(page)
  await wait(settling)
  await turn(page, target, warmUp)
  const before = await metricsOf(session)
  await turn(page, target, counted)
  const after = await metricsOf(session)
  await checkPage(page, target)
  const cost = (metric: string) => (((after[metric] ?? 0) - (before[metric] ?? 0)) * 1000) / counted
  return {
    target: target.name,
    task: cost('TaskDuration'),
    script: cost('ScriptDuration'),
    layout: cost('LayoutDuration'),
    style: cost('RecalcStyleDuration'),
  }
}

/** Clicks by mouse position, because locating the button for every click would cost the page more than the click. */
async function turn(page: Page, { next }: Target, times: number): Promise<void> {
  const box = await page.locator(next).first().boundingBox()
  if (!box) throw new Error(`${next} is not visible`)
  for (let click = 0; click < times; click++) {
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await wait(rest)
  }
}

/** Checks the page number, because a page that did not turn would be the cheapest of all. */
async function checkPage(page: Page, { name, shown }: Target): Promise<void> {
  const text = await page.locator(shown).first().textContent()
  const expected = String(1 + warmUp + counted)
  if (text?.trim() !== expected) throw new Error(`${name} shows page ${text}, not ${expected}`)
}
