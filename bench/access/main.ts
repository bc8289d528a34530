/**
 * The access report of a tenant with 10,000 people, over HTTP, for the platform and for the tenant's administrator: now,
 * at past instants, and the differences between two. The database is created once and kept in `.cache`. Options:
 * `--people N`, `--seconds N` of each kind of request (5 by default), `--md` to write results.md.
 */
import { parseArgs } from 'node:util'
import { accessList } from '@atrium/contract'
import type { ClientBase } from 'pg'
import { withCallers } from '../lib/client/index.ts'
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
import {
  administrator,
  seedOnce,
  seedVersion,
  siteId,
  softwareId,
  studyId,
  tenantId,
  userId,
} from './seed.ts'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '5' },
    md: { type: 'boolean' },
  },
})
const people = Number(values.people)
const duration = Number(values.seconds) * 1000

/** Numbers of callers. Only one caller has a limit: a report takes all of a processor. */
const loads = [1, 4]
const max = Math.max(...loads)

/** Maximum 95th percentiles of a page for one caller, in ms. A comparison rebuilds the access at two instants. */
const limits = { instant: 1_000, comparison: 2_000 }

type Scenario = ListScenario<typeof accessList>
type Result = Measured<typeof accessList, Scenario>

const of = (name: string, request: object): Scenario => ({
  name,
  keywords: [],
  requests: [{ tenantId, limit: 20, page: 1, ...request }],
})

/** Returns the scenarios of a reader. */
async function scenariosOf(owner: ClientBase, reader: string): Promise<Scenario[]> {
  const { rows } = await owner.query<{ instants: Date[] }>(
    `select percentile_disc(array[0.5, 0.917, 1]) within group (order by at) as instants
     from audit_event where call = '/studyUser/pre/save/edc'`,
  )
  const [middle = '', quarter = '', end = ''] = rows[0]?.instants.map((at) => at.toISOString()) ?? []
  return [
    of('now', {}),
    of('now, page 500', { page: 500 }),
    of('now, a study', { studyId }),
    of('now, a site', { siteId }),
    of('now, a product', { softwareId }),
    of('now, a person', { userId: userId(17) }),
    of('now, by name', { keyWord: '人员 99' }),
    of('in the middle', { at: middle }),
    of('in the middle, a study', { at: middle, studyId }),
    of('in the middle, a person', { at: middle, userId: userId(17) }),
    of('differences of three months', { at: end, compareWith: quarter }),
    of('differences of 18 months', { at: end, compareWith: middle }),
    of('differences of 18 months, a study', { at: end, compareWith: middle, studyId }),
  ].map((scenario) => ({ ...scenario, name: `${reader}: ${scenario.name}` }))
}

const isComparison = ({ scenario }: Result): boolean =>
  scenario.requests.some(({ compareWith }) => compareWith)

function checksOf(all: readonly Result[]): Check[] {
  const [comparisons = [], instants = []] = [true, false].map((compares) =>
    all.filter((result) => result.callers === 1 && isComparison(result) === compares),
  )
  return [
    slowestCheck(instants, limits.instant),
    slowestCheck(comparisons, limits.comparison),
    errorCheck(all),
  ]
}

const byP95 = (one: Result, other: Result): number => other.latency.p95 - one.latency.p95

const dataDir = await keptFolder(`bench-access-${seedVersion}-${people}`)
// Filling the database takes longer than a session lasts.
await withAdministrator({ dataDir }, 1, () => withDatabase(dataDir, ({ owner }) => seedOnce(owner, people)))
await withAdministrator({ dataDir }, max, (platform, { url }) =>
  withDatabase(dataDir, ({ owner, version }) =>
    withCallers(url, max, async (administrators) => {
      for (const caller of administrators) await caller.signIn(administrator, adminPassword)
      const all: Result[] = []
      for (const callers of loads)
        for (const [reader, connections] of [
          ['platform', platform],
          ['tenant', administrators],
        ] as const)
          for (const scenario of await scenariosOf(owner, reader)) {
            const measured = await measure(accessList, scenario, connections.slice(0, callers), duration)
            process.stderr.write(`${callers} × ${scenario.name}: p95 ${measured.latency.p95.toFixed(0)} ms\n`)
            all.push(measured)
          }
      await preparePlans(owner)
      const explained: Explained[] = []
      for (const measured of all.toSorted(byP95).slice(0, 1))
        explained.push({
          measured,
          plans: await plansOf(owner, 'audit_event', async () =>
            platform[0]?.send(accessList, measured.slowest),
          ),
        })
      const summary = [
        `${describeMachine([version])} ${figure(people)} people with ${figure(3 * people)} rows of access and 18,000 changes in three years, 50 other tenants, 20 rows per page.`,
        verdictTable(checksOf(all)),
        latencyTable('rows', all),
      ].join('\n\n')
      await publish('access/results.md', { summary, details: planSections(explained).join('\n\n') })
      if (!checksOf(all).every(passes)) process.exitCode = 1
    }),
  ),
)
