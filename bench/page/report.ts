import type { Report } from '../lib/document.ts'
import { figure, markdownTable } from '../lib/markdown.ts'
import { verdictTable } from '../lib/verdict.ts'
import { checkBudgets } from './budgets.ts'
import { profiles } from './profiles.ts'
import { type Failure, modes, type Run } from './runs.ts'
import { summaryTable } from './summary.ts'
import { federated } from './targets.ts'

/** What the page benchmark has to say, as Markdown. */
export function pageReport(machine: string, runs: readonly Run[], failures: readonly Failure[]): Report {
  const targets = [...new Set(runs.map(({ target }) => target))]
  const rounds = runs.filter(
    ({ target, profile, mode }) => target === federated && profile === 'fast' && mode === 'cold',
  ).length
  const tables = profiles.flatMap(({ name: profile }) =>
    modes.map((mode) => `### ${profile}, ${mode}\n\n${summaryTable(runs, targets, profile, mode)}`),
  )
  const summary = [
    `${machine} ${rounds} rounds, ${failures.length} failed loads. 1 kB is 1000 bytes.`,
    verdictTable(checkBudgets(runs)),
    ...failures.map(({ target, profile, reason }) => `- ${target}, ${profile}: ${reason}`),
  ]
  const details = [...tables, '### Requests of the federated page, cold', requestTable(runs)]
  return { summary: summary.join('\n\n'), details: details.join('\n\n') }
}

function requestTable(runs: readonly Run[]): string {
  const run = runs.find(({ target, mode }) => target === federated && mode === 'cold')
  const rows = run?.requests.map(({ url, kind, encoded, decoded }) => [
    new URL(url).pathname,
    kind,
    figure(encoded),
    figure(decoded),
  ])
  return markdownTable(['request', 'kind', 'bytes on the wire', 'decompressed'], rows ?? [])
}
