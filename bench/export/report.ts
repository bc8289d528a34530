import { figure, markdownTable, milliseconds } from '../lib/markdown.ts'
import { type Check, verdictTable } from '../lib/verdict.ts'
import type { Measured } from './measure.ts'

/** Maximum memory of the server during an export, in MB. */
const memoryLimit = 256

export const checkExports = (all: readonly Measured[]): Check[] => [
  {
    what: 'memory of the server during an export (resident set size), at most',
    measured: Math.max(...all.map(({ max }) => max)),
    limit: memoryLimit,
    bound: 'max',
    unit: 'MB',
  },
]

const megabytes = (bytes: number): string => figure(bytes / 1_000_000, 1)

/** Returns the report of the export benchmark as Markdown. */
export function exportReport(machine: string, users: number, all: readonly Measured[]): string {
  return [
    `${machine} ${figure(users)} users, one after the other ${all.length} exports of all by one server process, during the last of which somebody else asks for the list again and again.`,
    verdictTable(checkExports(all)),
    markdownTable(
      [
        ...['export', 'memory before MB', 'memory at most MB', 'first bytes ms', 'in full s', 'users/s'],
        ...['zip MB', 'foreseen MB', 'list meanwhile p50 ms', 'p95 ms'],
      ],
      all.map(({ before, max, first, total, length, expected, list }, index) => [
        figure(index + 1),
        ...[before, max].map((value) => figure(value)),
        milliseconds(first),
        figure(total / 1000, 1),
        figure((users / total) * 1000),
        ...[length, expected].map(megabytes),
        ...(list ? [list.p50, list.p95].map(milliseconds) : ['–', '–']),
      ]),
    ),
  ].join('\n\n')
}
