/** Observations of the probe; times are in ms since navigation began. */
export interface Seen {
  firstPaint: number | null
  largestPaint: number | null
  /** Time at which the expected element was in the document, had a box and was not hidden. */
  ready: number | null
  layoutShift: number
  /** Start and duration of each long task. */
  longTasks: [start: number, duration: number][]
}

declare global {
  interface Window {
    benchmark: Seen
  }
}

/**
 * Runs in the page before its own scripts, so it must not refer to anything outside itself.
 * @param selector of the element that makes the page usable
 */
export function probe(selector: string): void {
  const seen: Seen = { firstPaint: null, largestPaint: null, ready: null, layoutShift: 0, longTasks: [] }
  window.benchmark = seen

  const observe = <Entry extends PerformanceEntry>(type: string, take: (entry: Entry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as Entry)
    }).observe({ type, buffered: true })
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.firstPaint = entry.startTime
  })
  observe('largest-contentful-paint', (entry) => {
    seen.largestPaint = entry.startTime
  })
  observe('longtask', (entry) => seen.longTasks.push([entry.startTime, entry.duration]))
  observe<PerformanceEntry & { hadRecentInput: boolean; value: number }>('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.layoutShift += entry.value
  })

  const isVisible = (element: Element) => {
    const box = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    return box.width > 0 && box.height > 0 && style.visibility !== 'hidden' && style.opacity !== '0'
  }
  const look = () => {
    const element = document.querySelector(selector)
    if (element && isVisible(element)) seen.ready = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
