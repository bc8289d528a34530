/**
 * The list of the audit trail with 50,000,000 events, over HTTP, for the platform and for the administrators of a busy
 * and of a quiet tenant. The database is created once and kept in `.cache`.
 * Options: `--events N`, `--seconds N` of each kind of request (5 by default), `--md` to write results.md.
 */
import { parseArgs } from 'node:util'
import { auditList } from '@atrium/contract'
import { type Caller, withCallers } from '../lib/client/index.ts'
import { keptFolder } from '../lib/data-folder.ts'
import { withDatabase } from '../lib/database.ts'
import { type Explained, errorCheck, latencyTable, planSections, slowestCheck } from '../lib/list-report.ts'
import { describeMachine } from '../lib/machine.ts'
import { figure } from '../lib/markdown.ts'
import { type ListScenario, type Measured, measure } from '../lib/measure.ts'
import { plansOf, preparePlans } from '../lib/plans.ts'
import { publish } from '../lib/results.ts'
import { adminPassword, withAdministrator } from '../lib/suite/index.ts'
import { type Check, passes, verdictTable } from '../lib/verdict.ts'
import { scenariosOfPlatform, scenariosOfTenant } from './scenarios.ts'
import { readers, seedOnce, seedVersion } from './seed.ts'

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

type Scenario = ListScenario<typeof auditList>
type Result = Measured<typeof auditList, Scenario>

/** Requests, and the callers who make them. */
interface Viewed {
  readonly connections: readonly Caller[]
  readonly scenarios: readonly Scenario[]
}

/** Signs in the tenants' administrators, and returns their requests after the platform's. */
async function viewsOf(platform: readonly Caller[], others: readonly Caller[]): Promise<Viewed[]> {
  const views: Viewed[] = [{ connections: platform, scenarios: scenariosOfPlatform }]
  for (const [index, reader] of readers.entries()) {
    const connections = others.slice(index * callers, (index + 1) * callers)
    for (const caller of connections) await caller.signIn(reader.administrator, adminPassword)
    views.push({ connections, scenarios: scenariosOfTenant(reader) })
  }
  return views
}

const byP95 = (one: Result, other: Result): number => other.latency.p95 - one.latency.p95

const checksOf = (all: readonly Result[]): Check[] => [slowestCheck(all, limit), errorCheck(all)]

const dataDir = await keptFolder(`bench-audit-${seedVersion}-${events}`)
// Filling the database takes longer than a session lasts.
await withAdministrator({ dataDir }, 1, () => withDatabase(dataDir, ({ owner }) => seedOnce(owner, events)))
await withAdministrator({ dataDir }, callers, (platform, { url }) =>
  withDatabase(dataDir, ({ owner, version }) =>
    withCallers(url, callers * readers.length, async (others) => {
      const all: { caller: Caller | undefined; measured: Result }[] = []
      for (const { connections, scenarios } of await viewsOf(platform, others))
        for (const scenario of scenarios) {
          const measured = await measure(auditList, scenario, connections, duration)
          process.stderr.write(`${scenario.name}: p95 ${measured.latency.p95.toFixed(1)} ms\n`)
          all.push({ caller: connections[0], measured })
        }
      await preparePlans(owner)
      const explained: Explained[] = []
      for (const { caller, measured } of all
        .toSorted((one, other) => byP95(one.measured, other.measured))
        .slice(0, 3))
        explained.push({
          measured,
          plans: await plansOf(owner, 'audit_event', async () => caller?.send(auditList, measured.slowest)),
        })
      const figures = all.map(({ measured }) => measured)
      const summary = [
        `${describeMachine([version])} ${figure(events)} events, 20 rows per page, ${callers} callers.`,
        verdictTable(checksOf(figures)),
        latencyTable('audit', figures),
      ].join('\n\n')
      await publish('audit/results.md', { summary, details: planSections(explained).join('\n\n') })
      if (!checksOf(figures).every(passes)) process.exitCode = 1
    }),
  ),
)
