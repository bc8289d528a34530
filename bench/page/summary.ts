import { figure, markdownTable, milliseconds } from '../lib/markdown.ts'
import { type Spread, spreadOf } from '../lib/statistics.ts'
import type { Figures } from './browser/figures.ts'
import type { Mode, Run } from './runs.ts'

export type Metric = keyof Figures

interface Shown {
  readonly label: string
  readonly show: (value: number) => string
}

/** Formats bytes in kB; 1 kB is 1000 bytes. */
const kilobytes = (value: number) => `${figure(value / 1000, 1)} kB`
const time = (value: number) => `${milliseconds(value)} ms`
const plain = (value: number) => figure(value)

const rows: Record<Metric, Shown> = {
  requests: { label: 'requests', show: plain },
  bytes: { label: 'bytes on the wire', show: kilobytes },
  js: { label: '… scripts', show: kilobytes },
  css: { label: '… styles', show: kilobytes },
  html: { label: '… page', show: kilobytes },
  other: { label: '… other', show: kilobytes },
  jsDecoded: { label: 'scripts, decompressed', show: kilobytes },
  firstPaint: { label: 'first contentful paint', show: time },
  largestPaint: { label: 'largest contentful paint', show: time },
  ready: { label: 'ready (the screen can be used)', show: time },
  blocking: { label: 'blocking time after first paint', show: time },
  blockingAll: { label: 'blocking time of the whole load', show: time },
  layoutShift: { label: 'layout shift', show: (value) => figure(value, 3) },
  task: { label: 'processor time of the main thread', show: time },
  script: { label: '… in scripts', show: time },
  layout: { label: '… in layout', show: time },
  style: { label: '… in styles', show: time },
  heap: { label: 'script heap', show: kilobytes },
  elements: { label: 'elements', show: plain },
}
const metrics = Object.keys(rows) as Metric[]

/** Selects runs. */
export interface Selection {
  readonly screen: string
  readonly build: string
  readonly profile: string
  readonly mode: Mode
}

/** Returns the median, minimum and maximum of a metric over the selected runs. */
export function spreadOfRuns(
  runs: readonly Run[],
  { screen, build, profile, mode }: Selection,
  metric: Metric,
): Spread | undefined {
  const selected = runs.filter(
    (run) => run.screen === screen && run.build === build && run.profile === profile && run.mode === mode,
  )
  return spreadOf(selected.map(({ figures }) => figures[metric]).filter((value) => !Number.isNaN(value)))
}

/**
 * Returns a table with every metric of every build of a screen: median (minimum–maximum), and for all builds but the
 * first the ratio of medians to the first.
 */
export function summaryTable(
  runs: readonly Run[],
  { screen, profile, mode }: Omit<Selection, 'build'>,
): string {
  const builds = [...new Set(runs.filter((run) => run.screen === screen).map(({ build }) => build))]
  return markdownTable(
    ['median (min–max) × ratio', ...builds],
    metrics.map((metric) => {
      const spreads = builds.map((build) => spreadOfRuns(runs, { screen, build, profile, mode }, metric))
      const reference = spreads[0]?.median ?? 0
      return [
        rows[metric].label,
        ...spreads.map((spread, index) => cell(metric, spread, index > 0 ? reference : 0)),
      ]
    }),
  )
}

function cell(metric: Metric, spread: Spread | undefined, reference: number): string {
  if (!spread) return '–'
  const { show } = rows[metric]
  const ratio = reference > 0 ? ` ×${(spread.median / reference).toFixed(2)}` : ''
  if (spread.min === spread.max) return show(spread.median) + ratio
  return `${show(spread.median)} (${show(spread.min)}–${show(spread.max)})${ratio}`
}
