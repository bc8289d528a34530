/**
 * Compares the federated sign-in page and tenant list with the same pages as one plain bundle each. Options:
 * `--rounds N` (7 by default), `--md` to write results.md.
 */
import { parseArgs } from 'node:util'
import { withDataFolder } from '../lib/data-folder.ts'
import { chromiumVersion, describeMachine } from '../lib/machine.ts'
import { publish } from '../lib/results.ts'
import { passes } from '../lib/verdict.ts'
import { checkBudgets } from './budgets.ts'
import { buildPages } from './build.ts'
import { pageReport } from './report.ts'
import { runInTurns } from './runs.ts'
import { withTargets } from './targets.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, md: { type: 'boolean' } },
})

await buildPages()
const { runs, failures } = await withDataFolder((dataDir) =>
  withTargets(dataDir, (targets) => runInTurns(targets, Number(values.rounds))),
)
await publish('page/results.md', pageReport(describeMachine([chromiumVersion()]), runs, failures))
if (failures.length > 0 || !checkBudgets(runs).every(passes)) process.exitCode = 1
