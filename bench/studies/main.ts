/**
 * The study area with 1,000,000 authorizations, over HTTP: its lists and trees for the platform administrator and the
 * administrator of a large tenant, the landing page of a user with 300 authorizations, and the codes with which users
 * open products. The database is created once and kept in `.cache`. Options: `--authorizations N`, `--tenants N`,
 * `--seconds N` of each kind of request (2 by default), `--only TEXT` for the kinds with a text in their names,
 * `--md` to write results.md.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type Call, type InputOf, redeem, softwareCodes, softwareInfo, softwareSave } from '@atrium/contract'
import { signedHeaders } from '@atrium/server/linked'
import type { ClientBase } from 'pg'
import { type Caller, withCallers } from '../lib/client/index.ts'
import { keptFolder } from '../lib/data-folder.ts'
import { withDatabase } from '../lib/database.ts'
import { type Explained, errorCheck, latencyTable, planSections, slowestCheck } from '../lib/list-report.ts'
import { describeMachine } from '../lib/machine.ts'
import { figure } from '../lib/markdown.ts'
import { type Measured, measure } from '../lib/measure.ts'
import { plansOf, preparePlans } from '../lib/plans.ts'
import { publish } from '../lib/results.ts'
import { adminPassword, withAdministrator } from '../lib/suite/index.ts'
import { type Check, passes, verdictTable } from '../lib/verdict.ts'
import { administratorScenarios, personScenarios, redeemScenario, type Scenario } from './scenarios.ts'
import { busyPerson, largeTenant, seedOnce, seedVersion } from './seed.ts'

const { values } = parseArgs({
  options: {
    authorizations: { type: 'string', default: '1000000' },
    tenants: { type: 'string', default: '1999' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    md: { type: 'boolean' },
  },
})
const amounts = { authorizations: Number(values.authorizations), tenants: Number(values.tenants) }
const duration = Number(values.seconds) * 1000
/**
 * Maximum time of a request, in milliseconds. Sizes are the largest imaginable, so the limit only keeps the user's
 * train of thought: a second (J. Nielsen, Response Times, 1993), or two with 16 callers without a pause.
 */
const loads = [
  { callers: 4, limit: 1000 },
  { callers: 16, limit: 2000 },
] as const
const max = Math.max(...loads.map(({ callers }) => callers))

/** Connections of a user, and the requests on them. */
interface Asker {
  readonly connections: readonly Pick<Caller, 'send'>[]
  readonly scenarios: readonly Scenario[]
}

type MeasuredCall = Measured<Call, Scenario>

const byP95 = (one: MeasuredCall, other: MeasuredCall): number => other.latency.p95 - one.latency.p95

const asking = (who: string, scenarios: readonly Scenario[]): Scenario[] =>
  scenarios
    .map((scenario) => ({ ...scenario, name: `${who}: ${scenario.name}` }))
    .filter(({ name }) => name.includes(values.only))

async function signedIn(callers: readonly Caller[], userName: string): Promise<readonly Caller[]> {
  for (const caller of callers) await caller.signIn(userName, adminPassword)
  return callers
}

/** Gives EDC a key, as its administrators do, and makes the callers sign as EDC. */
async function productOf(admin: Caller, callers: readonly Caller[]): Promise<void> {
  const product = await admin.send(softwareInfo, { id: softwareCodes.edc })
  const key = randomBytes(32).toString('base64url')
  await admin.send(softwareSave, { ...product, appKey: key })
  const { appCode } = product
  for (const caller of callers)
    caller.sign = (call) => signedHeaders({ ...call, appCode, keys: [key], idempotencyKey: randomUUID() })
}

/** Page at which the product receives its codes. */
const productPage = 'https://edc.example/'

/** Creates codes, as opening the product does, in a session of the user who opens it. Each code is valid once. */
async function codesFor(owner: ClientBase, tenantIds: readonly string[], amount: number): Promise<string[]> {
  const codes = Array.from({ length: amount }, () => randomUUID())
  await owner.query(
    `insert into hand_over
       (tenant_id, id, code_hash, address, software_id, tenant_url_id, user_id, session_hash, expires_at)
     select tenant_id, code, encode(sha256(convert_to(code, 'utf8')), 'hex'), $5, $3, domain.id, $4,
       (select token_hash from session where user_id = $4 order by token_hash limit 1), now() + interval '1 hour'
     from (select code, ($2::text[])[1 + at % cardinality($2)] as tenant_id
           from unnest($1::text[]) with ordinality as made (code, at)) as made
     join tenant_url domain using (tenant_id) where domain.software_id = $3`,
    [codes, tenantIds, softwareCodes.edc, busyPerson.id, productPage],
  )
  return codes
}

/** Enough codes for both loads, however fast the responses are. */
const codesNeeded = Math.ceil(duration / 1000) * 2000

async function askersOf(
  owner: ClientBase,
  admins: readonly Caller[],
  callers: readonly Caller[],
): Promise<Asker[]> {
  const [admin] = admins
  if (!admin) throw new Error('There is no signed-in caller')
  const part = (index: number) => callers.slice(index * max, (index + 1) * max)
  const { rows } = await owner.query<{ id: string }>(
    'select tenant_id as id from tenant_user where user_id = $1 order by tenant_id',
    [busyPerson.id],
  )
  const tenantIds = rows.map(({ id }) => id)
  await productOf(admin, part(2))
  const person = await signedIn(part(1), busyPerson.userName)
  const codes = await codesFor(owner, tenantIds, codesNeeded)
  const products = part(2).map((caller) => ({
    send: <C extends Call>(call: C, input: InputOf<C>) =>
      caller.send(
        call,
        call.path === redeem.path ? ({ code: codes.pop() ?? '', address: productPage } as InputOf<C>) : input,
      ),
  }))
  return [
    { connections: admins, scenarios: asking('platform', administratorScenarios) },
    {
      connections: await signedIn(part(0), largeTenant.administrator),
      scenarios: asking('tenant', administratorScenarios),
    },
    {
      connections: person,
      scenarios: asking('person', personScenarios(tenantIds)),
    },
    { connections: products, scenarios: asking('product', [redeemScenario]) },
  ]
}

async function measureAll(
  askers: readonly Asker[],
): Promise<{ connections: Asker['connections']; measured: MeasuredCall }[]> {
  const all = []
  for (const { callers } of loads) {
    for (const { connections, scenarios } of askers) {
      for (const scenario of scenarios) {
        const measured = await measure(scenario.call, scenario, connections.slice(0, callers), duration)
        process.stderr.write(
          `${callers} × ${scenario.name}: p95 ${measured.latency.p95.toFixed(1)} ms, slowest ${JSON.stringify(measured.slowest)}\n`,
        )
        all.push({ connections, measured })
      }
    }
  }
  return all
}

/** Repeatedly clears the count of opened products during the measurement, because no real user opens so many. */
async function withoutOpeningLimit<T>(owner: ClientBase, work: () => Promise<T>): Promise<T> {
  const forget = () => owner.query('delete from rate_limit where bucket = $1', [`opening:${busyPerson.id}`])
  const timer = setInterval(() => void forget(), 50)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

const checksOf = (all: readonly MeasuredCall[]): Check[] => [
  ...loads.flatMap(({ callers, limit }): Check[] => {
    const under = all.filter((one) => one.callers === callers)
    return under.length > 0 ? [slowestCheck(under, limit)] : []
  }),
  errorCheck(all),
]

const dataDir = await keptFolder(`bench-studies-${seedVersion}-${amounts.authorizations}-${amounts.tenants}`)
await withAdministrator({ dataDir }, max, (admins, { url }) =>
  withDatabase(dataDir, async ({ owner, version }) => {
    await seedOnce(owner, amounts)
    await withCallers(url, max * 3, async (callers) => {
      const askers = await askersOf(owner, admins, callers)
      const all = await withoutOpeningLimit(owner, () => measureAll(askers))
      await preparePlans(owner)
      const explained: Explained[] = []
      for (const { connections, measured } of all
        .filter((one) => one.measured.callers === max)
        .toSorted((one, other) => byP95(one.measured, other.measured))
        .slice(0, 3)) {
        const { call, table } = measured.scenario
        const plans = await plansOf(owner, table, async () => connections[0]?.send(call, measured.slowest))
        explained.push({ measured, plans })
      }
      const figures = all.map(({ measured }) => measured)
      const summary = [
        `${describeMachine([version])} ${figure(amounts.authorizations)} authorizations, ${figure(amounts.tenants + 1)} tenants, 10 rows per page unless stated otherwise.`,
        verdictTable(checksOf(figures)),
        latencyTable('rows', figures),
      ].join('\n\n')
      await publish('studies/results.md', { summary, details: planSections(explained).join('\n\n') })
      if (!checksOf(figures).every(passes)) process.exitCode = 1
    })
  }),
)
