import type { Page } from '@playwright/test'

/** Memory of a page. */
interface Held {
  /** Size of the heap, in bytes. */
  readonly heap: number
  /** Number of nodes in all documents, including detached ones. */
  readonly nodes: number
  readonly listeners: number
}

/** Measures the memory of a page after garbage collection. */
export const heldBy = async (page: Page): Promise<Held> => {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Performance.enable')
  // One collection can free objects that release others only in the next.
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
