import { blockingTime } from './blocking.ts'
import type { Seen } from './probe.ts'
import type { Kind, PageRequest } from './requests.ts'

/** Measures of one load. Bytes are bytes, times are ms. */
export interface Figures {
  /** Number of requests of the page, including cached ones. */
  readonly requests: number
  /** Bytes transferred, including headers. */
  readonly bytes: number
  readonly js: number
  readonly css: number
  readonly html: number
  readonly other: number
  /** Size of the scripts after decompression, which the engine has to parse. */
  readonly jsDecoded: number
  readonly firstPaint: number
  readonly largestPaint: number
  /** Time at which the expected element became visible. */
  readonly ready: number
  /** Blocking time of long tasks after the first paint. */
  readonly blocking: number
  /** Blocking time since navigation began: a page of scripts works before it paints. */
  readonly blockingAll: number
  /** Cumulative layout shift, a plain number. */
  readonly layoutShift: number
  /** Processor time of the page's main thread in total, and the parts for scripts, layout and styles. */
  readonly task: number
  readonly script: number
  readonly layout: number
  readonly style: number
  /** Size of the script heap after garbage collection. */
  readonly heap: number
  readonly elements: number
}

interface Measured {
  readonly requests: readonly PageRequest[]
  readonly seen: Seen
  /** Chromium's metrics by name; durations are in seconds. */
  readonly processor: Readonly<Record<string, number>>
  readonly elements: number
  readonly heap: number
}

/** Combines the browser's, the page's and the network's figures for one load; a missing figure is NaN. */
export function figuresOf({ requests, seen, processor, elements, heap }: Measured): Figures {
  const sum = (of: (request: PageRequest) => number, ...kinds: Kind[]) =>
    requests.reduce((total, request) => total + (kinds.includes(request.kind) ? of(request) : 0), 0)
  const wire = (...kinds: Kind[]) => sum(({ encoded }) => encoded, ...kinds)
  const duration = (name: string) => (processor[name] ?? Number.NaN) * 1000
  const firstPaint = seen.firstPaint ?? Number.NaN
  return {
    requests: requests.length,
    bytes: requests.reduce((total, { encoded }) => total + encoded, 0),
    js: wire('js'),
    css: wire('css'),
    html: wire('html'),
    other: wire('img', 'font', 'other'),
    jsDecoded: sum(({ decoded }) => decoded, 'js'),
    firstPaint,
    largestPaint: seen.largestPaint ?? Number.NaN,
    ready: seen.ready ?? Number.NaN,
    blocking: blockingTime(seen.longTasks, firstPaint),
    blockingAll: blockingTime(seen.longTasks),
    layoutShift: seen.layoutShift,
    task: duration('TaskDuration'),
    script: duration('ScriptDuration'),
    layout: duration('LayoutDuration'),
    style: duration('RecalcStyleDuration'),
    heap,
    elements,
  }
}
