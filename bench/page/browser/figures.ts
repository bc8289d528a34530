import { blockingTime } from './blocking.ts'
import type { Seen } from './probe.ts'
import type { Kind, PageRequest } from './requests.ts'

/** What one load is measured by. Bytes are bytes, times are ms. */
export interface Figures {
  /** Requests of the page, whatever served them. */
  readonly requests: number
  /** Bytes on the wire, headers included. */
  readonly bytes: number
  readonly js: number
  readonly css: number
  readonly html: number
  readonly other: number
  /** Script bytes after decompression, which the engine parses. */
  readonly jsDecoded: number
  readonly firstPaint: number
  readonly largestPaint: number
  /** When the element waited for could be seen. */
  readonly ready: number
  /** Blocking by long tasks since the first paint. */
  readonly blocking: number
  /** The same since navigation began: a page of scripts works before it paints. */
  readonly blockingAll: number
  /** Cumulative layout shift, a plain number. */
  readonly layoutShift: number
  /** Processor time of the page's main thread, and how much of it went into scripts, layout and styles. */
  readonly task: number
  readonly script: number
  readonly layout: number
  readonly style: number
  /** Script heap after garbage collection. */
  readonly heap: number
  readonly elements: number
}

interface Measured {
  readonly requests: readonly PageRequest[]
  readonly seen: Seen
  /** Chromium's metrics by name; durations in seconds. */
  readonly processor: Readonly<Record<string, number>>
  readonly elements: number
  readonly heap: number
}

/** Combines the figures of browser, page and network for one load; a missing figure is NaN. */
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
