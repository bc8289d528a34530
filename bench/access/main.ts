/**
 * The access report of a tenant with 10,000 people, over HTTP: now, at past instants, and the differences between two.
 * The database is created once and kept in `.cache`. Options: `--people N`, `--seconds N` of each kind of request (5 by
 * default), `--md` to write results.md.
 */
import { parseArgs } from 'node:util'
import { accessList } from '@atrium/contract'
import { keptFolder } from '../lib/data-folder.ts'
import { withDatabase } from '../lib/database.ts'
import { errorCheck, latencyTable } from '../lib/list-report.ts'
import { describeMachine } from '../lib/machine.ts'
import { figure } from '../lib/markdown.ts'
import { type ListScenario, type Measured, measure } from '../lib/measure.ts'
import { publish } from '../lib/results.ts'
import { withAdministrator } from '../lib/suite/index.ts'
import { type Check, passes, verdictTable } from '../lib/verdict.ts'
import { seedOnce, seedVersion, studyId, tenantId, userId } from './seed.ts'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '5' },
    md: { type: 'boolean' },
  },
})
const people = Number(values.people)
const duration = Number(values.seconds) * 1000

/** Maximum median of a page, in ms. */
const limit = 1_000

type Result = Measured<typeof accessList, ListScenario<typeof accessList>>

const of = (name: string, request: object): ListScenario<typeof accessList> => ({
  name,
  keywords: [],
  requests: [{ tenantId, limit: 20, page: 1, ...request }],
})

function checksOf(all: readonly Result[]): Check[] {
  const slowest = all.toSorted((one, other) => other.latency.p50 - one.latency.p50)[0]
  return [
    {
      what: `median of the slowest kind of request: ${slowest?.scenario.name}`,
      measured: slowest?.latency.p50 ?? Number.NaN,
      limit,
      bound: 'max',
      unit: 'ms',
      decimals: 0,
    },
    errorCheck(all),
  ]
}

const dataDir = await keptFolder(`bench-access-${seedVersion}-${people}`)
await withAdministrator({ dataDir }, 1, (connections) =>
  withDatabase(dataDir, async ({ owner, version }) => {
    await seedOnce(owner, people)
    const { rows } = await owner.query<{ first: Date; last: Date }>(
      `select min(at) as first, max(at) as last from audit_event where call = '/studyUser/pre/save/edc'`,
    )
    const [first, last] = [rows[0]?.first ?? new Date(), rows[0]?.last ?? new Date()]
    const middle = new Date((first.getTime() + last.getTime()) / 2).toISOString()
    const end = new Date(last.getTime() + 1).toISOString()
    const scenarios = [
      of('now, first page', {}),
      of('now, page 500', { page: 500 }),
      of('now, one study', { studyId }),
      of('now, one person', { userId: userId(17) }),
      of('now, by name', { keyWord: '人员 99' }),
      of('at the end of the trail', { at: end }),
      of('at an instant in the middle', { at: middle }),
      of('in the middle, one study', { at: middle, studyId }),
      of('differences between the middle and the end', { at: end, compareWith: middle }),
    ]
    const all: Result[] = []
    for (const scenario of scenarios) {
      const measured = await measure(accessList, scenario, connections, duration)
      process.stderr.write(`${scenario.name}: p50 ${measured.latency.p50.toFixed(0)} ms\n`)
      all.push(measured)
    }
    const summary = [
      `${describeMachine([version])} ${figure(people)} people with ${figure(3 * people)} rows of access, 18,000 changes, 20 rows per page, one caller.`,
      verdictTable(checksOf(all)),
      latencyTable('rows', all),
    ].join('\n\n')
    await publish('access/results.md', { summary, details: '' })
    if (!checksOf(all).every(passes)) process.exitCode = 1
  }),
)
