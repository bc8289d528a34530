import type { Page } from '@playwright/test'

/** What a page holds. */
interface Held {
  /** Bytes. */
  readonly heap: number
  /** Nodes of all documents, those that are no longer part of one included. */
  readonly nodes: number
  readonly listeners: number
}

/** Measures what a page holds after all has been collected that it holds no longer. */
export const heldBy = async (page: Page): Promise<Held> => {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Performance.enable')
  // What a collection frees may hold what only the next one can.
  for (const _time of [1, 2, 3]) await devTools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devTools.send('Performance.getMetrics')
  await devTools.detach()
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return {
    heap: value('JSHeapUsedSize'),
    nodes: value('Nodes'),
    listeners: value('JSEventListeners'),
  }
}
