import { figure, markdownTable, milliseconds } from '../lib/markdown.ts'
import { type Check, verdictTable } from '../lib/verdict.ts'
import type { Measured } from './measure.ts'

/** Maximum memory of the server during an export, in MB. */
const memoryLimit = 256

export const checkExports = (all: readonly Measured[]): Check[] => [
  {
    what: 'peak memory of the server during an export (resident set size)',
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
    `${machine} ${figure(users)} users. One server process exports all of them ${all.length} times in succession. During the last export another caller requests the list repeatedly.`,
    verdictTable(checkExports(all)),
    markdownTable(
      [
        ...['export', 'memory before MB', 'peak memory MB', 'first bytes ms', 'total s', 'users/s'],
        ...['zip MB', 'estimated MB', 'concurrent list p50 ms', 'p95 ms'],
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
