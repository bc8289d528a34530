/**
 * The list of the audit trail with 50,000,000 events, over HTTP. The database is created once and kept in `.cache`.
 * Options: `--events N`, `--seconds N` of each kind of request (5 by default), `--md` to write results.md.
 */
import { parseArgs } from 'node:util'
import { auditList } from '@atrium/contract'
import { keptFolder } from '../lib/data-folder.ts'
import { withDatabase } from '../lib/database.ts'
import { type Explained, errorCheck, latencyTable, planSections, slowestCheck } from '../lib/list-report.ts'
import { describeMachine } from '../lib/machine.ts'
import { figure } from '../lib/markdown.ts'
import { type ListScenario, type Measured, measure } from '../lib/measure.ts'
import { plansOf, preparePlans } from '../lib/plans.ts'
import { publish } from '../lib/results.ts'
import { withAdministrator } from '../lib/suite/index.ts'
import { type Check, passes, verdictTable } from '../lib/verdict.ts'
import { scenarios } from './scenarios.ts'
import { seedOnce, seedVersion } from './seed.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '50000000' },
    seconds: { type: 'string', default: '5' },
    md: { type: 'boolean' },
  },
})
const events = Number(values.events)
const duration = Number(values.seconds) * 1000

const callers = 4
/** Maximum 95th percentile of the first page and of every filter, in ms. */
const limit = 200

type Result = Measured<typeof auditList, ListScenario<typeof auditList>>

const byP95 = (one: Result, other: Result): number => other.latency.p95 - one.latency.p95

const checksOf = (all: readonly Result[]): Check[] => [slowestCheck(all, limit), errorCheck(all)]

const dataDir = await keptFolder(`bench-audit-${seedVersion}-${events}`)
// Filling the database takes longer than a session lasts.
await withAdministrator({ dataDir }, 1, () => withDatabase(dataDir, ({ owner }) => seedOnce(owner, events)))
await withAdministrator({ dataDir }, callers, (connections) =>
  withDatabase(dataDir, async ({ owner, version }) => {
    const [caller] = connections
    if (!caller) throw new Error('There is no signed-in caller')
    const all: Result[] = []
    for (const scenario of scenarios) {
      const measured = await measure(auditList, scenario, connections, duration)
      process.stderr.write(`${scenario.name}: p95 ${measured.latency.p95.toFixed(1)} ms\n`)
      all.push(measured)
    }
    await preparePlans(owner)
    const explained: Explained[] = []
    for (const measured of all.toSorted(byP95).slice(0, 3))
      explained.push({
        measured,
        plans: await plansOf(owner, 'audit_event', () => caller.send(auditList, measured.slowest)),
      })
    const summary = [
      `${describeMachine([version])} ${figure(events)} events, 20 rows per page, ${callers} callers.`,
      verdictTable(checksOf(all)),
      latencyTable('audit', all),
    ].join('\n\n')
    await publish('audit/results.md', { summary, details: planSections(explained).join('\n\n') })
    if (!checksOf(all).every(passes)) process.exitCode = 1
  }),
)
