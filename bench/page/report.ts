import { figure, markdownTable } from '../lib/markdown.ts'
import type { Report } from '../lib/results.ts'
import { verdictTable } from '../lib/verdict.ts'
import { checkBudgets } from './budgets.ts'
import { profiles } from './profiles.ts'
import { type Failure, modes, type Run } from './runs.ts'
import { summaryTable } from './summary.ts'
import { federated } from './targets.ts'

/** Returns the report of the page benchmark as Markdown. */
export function pageReport(machine: string, runs: readonly Run[], failures: readonly Failure[]): Report {
  const shown = [...new Set(runs.map(({ screen }) => screen))]
  const rounds = Math.max(
    0,
    ...shown.map(
      (screen) =>
        runs.filter(
          (run) =>
            run.screen === screen && run.build === federated && run.profile === 'slow' && run.mode === 'cold',
        ).length,
    ),
  )
  const tables = shown.flatMap((screen) => [
    ...profiles.flatMap(({ name: profile }) =>
      modes.map(
        (mode) => `### ${screen}: ${profile}, ${mode}\n\n${summaryTable(runs, { screen, profile, mode })}`,
      ),
    ),
    `### ${screen}: requests of the federated page, cold\n\n${requestTable(runs, screen)}`,
  ])
  const summary = [
    `${machine} ${rounds} rounds, ${failures.length} failed loads. 1 kB is 1000 bytes.`,
    verdictTable(checkBudgets(runs)),
    ...failures.map(({ screen, build, profile, reason }) => `- ${screen}, ${build}, ${profile}: ${reason}`),
  ]
  return { summary: summary.join('\n\n'), details: tables.join('\n\n') }
}

function requestTable(runs: readonly Run[], screen: string): string {
  const run = runs.find((one) => one.screen === screen && one.build === federated && one.mode === 'cold')
  const rows = run?.requests.map(({ url, kind, encoded, decoded }) => [
    new URL(url).pathname,
    kind,
    figure(encoded),
    figure(decoded),
  ])
  return markdownTable(['request', 'kind', 'bytes on the wire', 'decompressed'], rows ?? [])
}
