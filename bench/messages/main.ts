/**
 * Lists of SMS and e-mails with 1,000,000 messages, over HTTP. The database is created once and kept in `.cache`.
 * Options: `--messages N`, `--seconds N` of each kind of request (5 by default), `--md` to write results.md.
 */
import { parseArgs } from 'node:util'
import { type Call, mailList, smsList } from '@atrium/contract'
import type { ClientBase } from 'pg'
import type { Caller } from '../lib/client/index.ts'
import { keptFolder } from '../lib/data-folder.ts'
import { withDatabase } from '../lib/database.ts'
import { type Explained, errorCheck, latencyTable, planSections, slowestCheck } from '../lib/list-report.ts'
import { describeMachine } from '../lib/machine.ts'
import { figure } from '../lib/markdown.ts'
import { type ListScenario, type Measured, measure } from '../lib/measure.ts'
import { plansOf, preparePlans } from '../lib/plans.ts'
import { publish, type Report } from '../lib/results.ts'
import { withAdministrator } from '../lib/suite/index.ts'
import { type Check, passes, verdictTable } from '../lib/verdict.ts'
import { mailScenarios, smsScenarios } from './scenarios.ts'
import { seedOnce, seedVersion } from './seed.ts'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '5' },
    md: { type: 'boolean' },
  },
})
const messages = Number(values.messages)
const duration = Number(values.seconds) * 1000

const callers = 4
/** Maximum 95th percentile of every request, including the last page and every filter, in ms. */
const limit = 200

/** Cost of a scenario, and its call. */
interface MeasuredCall {
  readonly call: Call
  readonly measured: Measured<Call, ListScenario<Call>>
}

async function measureAll<C extends Call>(
  call: C,
  scenarios: readonly ListScenario<C>[],
  connections: readonly Caller[],
): Promise<MeasuredCall[]> {
  const all: MeasuredCall[] = []
  for (const scenario of scenarios) {
    const measured = await measure(call, scenario, connections, duration)
    process.stderr.write(`${scenario.name}: p95 ${measured.latency.p95.toFixed(1)} ms\n`)
    all.push({ call, measured })
  }
  return all
}

const byP95 = (one: MeasuredCall, other: MeasuredCall): number =>
  other.measured.latency.p95 - one.measured.latency.p95

/** Returns the plans of the slowest requests. */
async function explain(
  owner: ClientBase,
  caller: Caller,
  all: readonly MeasuredCall[],
): Promise<Explained[]> {
  await preparePlans(owner)
  const explained: Explained[] = []
  for (const { call, measured } of all.toSorted(byP95).slice(0, 3)) {
    explained.push({
      measured,
      plans: await plansOf(owner, 'message', () => caller.send(call, measured.slowest)),
    })
  }
  return explained
}

function checksOf(all: readonly MeasuredCall[]): Check[] {
  const lists = all.map(({ measured }) => measured)
  return [slowestCheck(lists, limit), errorCheck(lists)]
}

function reportOf(machine: string, all: readonly MeasuredCall[], explained: readonly Explained[]): Report {
  const summary = [
    `${machine} ${figure(messages)} messages, 10 rows per page, ${callers} callers, every response with the total.`,
    verdictTable(checksOf(all)),
    latencyTable(
      'messages',
      all.map(({ measured }) => measured),
    ),
  ].join('\n\n')
  return { summary, details: planSections(explained).join('\n\n') }
}

const dataDir = await keptFolder(`bench-messages-${seedVersion}-${messages}`)
await withAdministrator({ dataDir }, callers, (connections) =>
  withDatabase(dataDir, async ({ owner, version }) => {
    const [caller] = connections
    if (!caller) throw new Error('There is no signed-in caller')
    await seedOnce(owner, messages)
    const all = [
      ...(await measureAll(smsList, smsScenarios, connections)),
      ...(await measureAll(mailList, mailScenarios, connections)),
    ]
    const explained = await explain(owner, caller, all)
    await publish('messages/results.md', reportOf(describeMachine([version]), all, explained))
    if (!checksOf(all).every(passes)) process.exitCode = 1
  }),
)
