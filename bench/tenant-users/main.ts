/**
 * List of 1,000,000 tenant users, over HTTP: all of them for the platform administrator, and those of three tenants
 * for their administrators. The database is created once and kept in `.cache`. Options: `--users N`, `--tenants N`,
 * `--seconds N` of each kind of request (2 by default), `--only TEXT` for the kinds with a text in their names,
 * `--md` to write results.md.
 */
import { parseArgs } from 'node:util'
import { tenantUserList } from '@atrium/contract'
import type { ClientBase } from 'pg'
import { type Caller, withCallers } from '../lib/client/index.ts'
import { keptFolder } from '../lib/data-folder.ts'
import { withDatabase } from '../lib/database.ts'
import { type Explained, errorCheck, latencyTable, planSections } from '../lib/list-report.ts'
import { describeMachine } from '../lib/machine.ts'
import { figure } from '../lib/markdown.ts'
import { type Measured, measure } from '../lib/measure.ts'
import { plansOf, preparePlans } from '../lib/plans.ts'
import { publish } from '../lib/results.ts'
import { adminPassword, withAdministrator } from '../lib/suite/index.ts'
import { type Check, passes, verdictTable } from '../lib/verdict.ts'
import { loads } from '../users/report.ts'
import { makeScenarios, type Scenario, seldom } from './scenarios.ts'
import { measuredTenants, seedOnce, seedVersion } from './seed.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000000' },
    tenants: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    md: { type: 'boolean' },
  },
})
const amounts = { users: Number(values.users), tenants: Number(values.tenants) }
const duration = Number(values.seconds) * 1000
const max = Math.max(...loads.map(({ callers }) => callers))

type MeasuredList = Measured<typeof tenantUserList, Scenario>

const byP95 = (one: MeasuredList, other: MeasuredList): number => other.latency.p95 - one.latency.p95

/** A list, and the callers who request it. */
interface Viewed {
  readonly connections: readonly Caller[]
  readonly scenarios: readonly Scenario[]
}

/** Returns texts of some users of a tenant, or of any, from which keywords are taken. */
async function textsOf(owner: ClientBase, tenantId: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; email: string }>(
    `select full_name as name, email from tenant_user where $1 in ('', tenant_id) and email <> '' order by id limit 5000`,
    [tenantId],
  )
  return rows.flatMap(({ name, email }) => [name.toLowerCase(), email])
}

/** Checks that a page of the unfiltered list is not empty. */
function check({ list }: { readonly list: readonly unknown[] }, request: Scenario['requests'][number]): void {
  const browsed = request.keyWord === undefined && request.userName === undefined
  if (browsed && list.length === 0) throw new Error('The page is empty')
}

async function measureAll(lists: readonly Viewed[]): Promise<{ viewed: Viewed; measured: MeasuredList }[]> {
  const all = []
  for (const { callers } of loads) {
    for (const viewed of lists) {
      for (const scenario of viewed.scenarios.filter(({ name }) => name.includes(values.only))) {
        const measured = await measure(
          tenantUserList,
          scenario,
          viewed.connections.slice(0, callers),
          duration,
          check,
        )
        process.stderr.write(
          `${callers} × ${scenario.name}: p95 ${measured.latency.p95.toFixed(1)} ms, slowest ${JSON.stringify(measured.slowest)}\n`,
        )
        all.push({ viewed, measured })
      }
    }
  }
  return all
}

const isLimited = ({ scenario }: MeasuredList): boolean =>
  !seldom.some((kind) => scenario.name.endsWith(kind))

const isSearch = ({ scenario }: MeasuredList): boolean => !/ page/.test(scenario.name)

const checksOf = (all: readonly MeasuredList[]): Check[] => [
  ...loads.flatMap(({ callers, limit }) =>
    ['search', 'page without a keyword'].flatMap((what): Check[] => {
      const [slowest] = all
        .filter((one) => one.callers === callers && isLimited(one) && isSearch(one) === (what === 'search'))
        .toSorted(byP95)
      if (!slowest) return []
      return [
        {
          what: `p95 of the slowest ${what} with ${callers} callers: ${slowest.scenario.name}`,
          measured: slowest.latency.p95,
          limit,
          bound: 'max',
          unit: 'ms',
          decimals: 1,
        },
      ]
    }),
  ),
  errorCheck(all),
]

async function listsOf(
  owner: ClientBase,
  admins: readonly Caller[],
  callers: readonly Caller[],
): Promise<Viewed[]> {
  const all = {
    connections: admins,
    scenarios: makeScenarios('all tenants', await textsOf(owner, ''), amounts.users),
  }
  const lists: Viewed[] = [all]
  for (const [index, { id, administrator, share }] of measuredTenants.entries()) {
    const connections = callers.slice(index * max, (index + 1) * max)
    for (const caller of connections) await caller.signIn(administrator, adminPassword)
    const size = amounts.users * share
    lists.push({
      connections,
      scenarios: makeScenarios(`tenant of ${figure(size)}`, await textsOf(owner, id), size),
    })
  }
  return lists
}

const dataDir = await keptFolder(`bench-tenant-users-${seedVersion}-${amounts.users}-${amounts.tenants}`)
await withAdministrator({ dataDir }, max, (admins, { url }) =>
  withDatabase(dataDir, async ({ owner, version }) => {
    await seedOnce(owner, amounts)
    await withCallers(url, max * measuredTenants.length, async (callers) => {
      const all = await measureAll(await listsOf(owner, admins, callers))
      await preparePlans(owner)
      const explained: Explained[] = []
      for (const { viewed, measured } of all
        .filter((one) => one.measured.callers === max)
        .toSorted((one, other) => byP95(one.measured, other.measured))
        .slice(0, 3)) {
        const [caller] = viewed.connections
        if (!caller) throw new Error('There is no signed-in caller')
        const plans = await plansOf(owner, 'tenant_user', () => caller.send(tenantUserList, measured.slowest))
        explained.push({ measured, plans })
      }
      const figures = all.map(({ measured }) => measured)
      const summary = [
        `${describeMachine([version])} ${figure(amounts.users)} tenant users, ${figure(amounts.tenants + measuredTenants.length)} tenants, 10 rows per page, every response with the total.`,
        verdictTable(checksOf(figures)),
        latencyTable('tenant users', figures),
      ].join('\n\n')
      await publish('tenant-users/results.md', { summary, details: planSections(explained).join('\n\n') })
      if (!checksOf(figures).every(passes)) process.exitCode = 1
    })
  }),
)
