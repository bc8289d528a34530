/**
 * The list of users with 1,000,000 users and 5,000 tenants, over HTTP. The database is created once and kept in
 * `.cache`. Options: `--users N`, `--tenants N`, `--seconds N` of each kind of request (8 by default), `--md` to
 * write results.md.
 */
import { parseArgs } from 'node:util'
import { userList } from '@atrium/contract'
import type { ClientBase } from 'pg'
import type { Caller } from '../lib/client/index.ts'
import { keptFolder } from '../lib/data-folder.ts'
import { withDatabase } from '../lib/database.ts'
import type { Explained } from '../lib/list-report.ts'
import { describeMachine } from '../lib/machine.ts'
import { measure } from '../lib/measure.ts'
import { plansOf, preparePlans } from '../lib/plans.ts'
import { publish } from '../lib/results.ts'
import { withAdministrator } from '../lib/suite/index.ts'
import { passes } from '../lib/verdict.ts'
import { checkResponse } from './answer-check.ts'
import { byP95, checkUsers, loads, type Measured, type RowQueries, userReport } from './report.ts'
import { makeScenarios, type Scenario } from './scenarios.ts'
import { seedOnce, seedVersion } from './seed.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000000' },
    tenants: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '8' },
    md: { type: 'boolean' },
  },
})
const amounts = { users: Number(values.users), tenants: Number(values.tenants) }
const duration = Number(values.seconds) * 1000
const max = Math.max(...loads.map(({ callers }) => callers))

async function measureAll(
  scenarios: readonly Scenario[],
  connections: readonly Caller[],
): Promise<Measured[]> {
  const all: Measured[] = []
  for (const { callers } of loads) {
    for (const scenario of scenarios) {
      const some = connections.slice(0, callers)
      const measured = await measure(userList, scenario, some, duration, checkResponse(scenario))
      process.stderr.write(`${callers} × ${scenario.name}: p95 ${measured.latency.p95.toFixed(1)} ms\n`)
      all.push(measured)
    }
  }
  return all
}

/** Returns the number of statements that read the rows of a page of this size. */
async function rowQueries(owner: ClientBase, caller: Caller, limit: number): Promise<number> {
  const plans = await plansOf(owner, 'app_user', () => caller.send(userList, { keyWord: '王', limit }))
  return plans.filter((plan) => plan.includes('"full_name"')).length
}

async function explain(owner: ClientBase, caller: Caller, all: readonly Measured[]) {
  await preparePlans(owner)
  const queries: RowQueries = {
    ofTen: await rowQueries(owner, caller, 10),
    ofHundred: await rowQueries(owner, caller, 100),
  }
  const explained: Explained[] = []
  for (const measured of all
    .filter(({ callers }) => callers === max)
    .toSorted(byP95)
    .slice(0, 3)) {
    const plans = await plansOf(owner, 'app_user', () => caller.send(userList, measured.slowest))
    explained.push({ measured, plans })
  }
  return { queries, explained }
}

const dataDir = await keptFolder(`bench-users-${seedVersion}-${amounts.users}-${amounts.tenants}`)
await withAdministrator({ dataDir }, max, (connections) =>
  withDatabase(dataDir, async ({ owner, version }) => {
    const [caller] = connections
    if (!caller) throw new Error('There is no signed-in caller')
    await seedOnce(owner, amounts)
    const all = await measureAll(await makeScenarios(owner, caller), connections)
    const { queries, explained } = await explain(owner, caller, all)
    await publish(
      'users/results.md',
      userReport(describeMachine([version]), amounts, all, queries, explained),
    )
    if (!checkUsers(all, queries).every(passes)) process.exitCode = 1
  }),
)
