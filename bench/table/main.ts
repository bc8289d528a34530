/**
 * The browser's cost of turning a page in a list of 100 rows, compared with a list of only the component library.
 * Options: `--rounds N` (5 by default), `--md` to write results.md.
 */
import { parseArgs } from 'node:util'
import { withDataFolder } from '../lib/data-folder.ts'
import { chromiumVersion, describeMachine } from '../lib/machine.ts'
import { publish } from '../lib/results.ts'
import { passes } from '../lib/verdict.ts'
import { buildPages } from './build.ts'
import { checkTurns, tableReport } from './report.ts'
import { withTargets } from './targets.ts'
import { measurePageTurns } from './turns.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, md: { type: 'boolean' } },
})

await buildPages()
const turns = await withDataFolder((dataDir) =>
  withTargets(dataDir, (targets) => measurePageTurns(targets, Number(values.rounds))),
)
await publish('table/results.md', { summary: tableReport(describeMachine([chromiumVersion()]), turns) })
if (!checkTurns(turns).every(passes)) process.exitCode = 1
