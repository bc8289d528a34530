/**
 * The tenant list at 100,000 tenants, over HTTP.
 * Options: `--tenants N`, `--seconds N` of each kind of request (8 by default), `--md` to write results.md.
 */
import { parseArgs } from 'node:util'
import { tenantList } from '@atrium/contract'
import type { Caller } from '../lib/client/index.ts'
import { withDataFolder } from '../lib/data-folder.ts'
import { withDatabase } from '../lib/database.ts'
import type { Explained } from '../lib/list-report.ts'
import { describeMachine } from '../lib/machine.ts'
import { measure } from '../lib/measure.ts'
import { plansOf, preparePlans } from '../lib/plans.ts'
import { publish } from '../lib/results.ts'
import { withAdministrator } from '../lib/suite/index.ts'
import { passes } from '../lib/verdict.ts'
import { generateTenants } from './generate.ts'
import { callers, type Measured } from './measure.ts'
import { checkTenants, tenantReport } from './report.ts'
import { makeScenarios, type Scenario } from './scenarios.ts'
import { seedTenants } from './seed.ts'

const { values } = parseArgs({
  options: {
    tenants: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '8' },
    md: { type: 'boolean' },
  },
})
const count = Number(values.tenants)
const duration = Number(values.seconds) * 1000

const measureAll = async (
  scenarios: readonly Scenario[],
  connections: readonly Caller[],
): Promise<Measured[]> => {
  const all: Measured[] = []
  for (const scenario of scenarios.filter(({ requests }) => requests.length > 0)) {
    const measured = await measure(tenantList, scenario, connections, duration)
    process.stderr.write(`${scenario.name}: p95 ${measured.latency.p95.toFixed(1)} ms\n`)
    all.push(measured)
  }
  return all
}

const slowestOf = (all: readonly Measured[], kind: Scenario['kind']): Measured[] =>
  all
    .filter(({ scenario }) => scenario.kind === kind)
    .toSorted((a, b) => b.latency.p95 - a.latency.p95)
    .slice(0, 1)

await withDataFolder((dataDir) =>
  withAdministrator({ dataDir }, callers, (connections) =>
    withDatabase(dataDir, async ({ owner, version }) => {
      const tenants = generateTenants(count)
      await seedTenants(owner, tenants)
      const all = await measureAll(makeScenarios(tenants), connections)

      await preparePlans(owner)
      const explained: Explained[] = []
      for (const measured of [
        ...slowestOf(all, 'narrow'),
        ...slowestOf(all, 'broad'),
        ...slowestOf(all, 'browse'),
      ]) {
        const plans = await plansOf(owner, 'tenant', async () =>
          connections[0]?.send(tenantList, measured.slowest),
        )
        explained.push({ measured, plans })
      }
      await publish('tenants/results.md', tenantReport(describeMachine([version]), count, all, explained))
      if (!checkTenants(all).every(passes)) process.exitCode = 1
    }),
  ),
)
