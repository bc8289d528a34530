import { markdownTable, milliseconds } from '../lib/markdown.ts'
import { spreadOf } from '../lib/statistics.ts'
import { type Check, verdictTable } from '../lib/verdict.ts'
import { reference, suite } from './targets.ts'
import type { Turn } from './turns.ts'

/** Maximum ratio of the cost of a page change to its cost in the reference. */
const maxTimes = 1.3

type Metric = Exclude<keyof Turn, 'target'>

const labels: Readonly<Record<Metric, string>> = {
  task: 'processor time of the main thread per page change',
  script: '… in scripts',
  layout: '… in layout',
  style: '… in styles',
}

const spread = (turns: readonly Turn[], target: string, metric: Metric) =>
  spreadOf(turns.filter((turn) => turn.target === target).map((turn) => turn[metric])) ?? {
    median: Number.NaN,
    min: Number.NaN,
    max: Number.NaN,
  }

/** Checks the budget of a page change, on medians over rounds. */
export const checkTurns = (turns: readonly Turn[]): Check[] => [
  {
    what: 'processor time per page change, relative to the reference',
    measured: spread(turns, suite, 'task').median / spread(turns, reference, 'task').median,
    limit: maxTimes,
    bound: 'max',
    unit: '×',
    decimals: 2,
  },
]

/** Returns the report of the table benchmark as Markdown. */
export function tableReport(machine: string, turns: readonly Turn[]): string {
  const rounds = turns.filter(({ target }) => target === suite).length
  const rows = (Object.keys(labels) as Metric[]).map((metric) => [
    labels[metric],
    ...[reference, suite].map((target) => {
      const { median, min, max } = spread(turns, target, metric)
      return `${milliseconds(median)} ms (${milliseconds(min)}–${milliseconds(max)})`
    }),
  ])
  return [
    `${machine} ${rounds} rounds, 100 rows per page.`,
    verdictTable(checkTurns(turns)),
    markdownTable(['median (min–max)', reference, suite], rows),
  ].join('\n\n')
}
