import { type Call, tenantList, tenantUserList, userList, userUpdate } from '@atrium/contract'
import type { ClientBase } from 'pg'
import { errorCount, type LoadResult, underLoad } from '../lib/callers.ts'
import type { Caller } from '../lib/client/index.ts'
import { type ListScenario, measure } from '../lib/measure.ts'
import { randomFrom, shuffled } from '../lib/random.ts'
import { type Latency, latencyOf } from '../lib/statistics.ts'
import { adminPassword } from '../lib/suite/index.ts'
import { signInAgain } from '../sign-in/loads.ts'
import { makeScenarios, seldom } from '../tenant-users/scenarios.ts'
import { ngramsOf, type Script, sampleTexts } from '../users/keywords.ts'
import type { SizedTenant } from './amounts.ts'
import { signers } from './seed.ts'

/** A database of one size, with its running server and callers. */
export interface Side {
  readonly owner: ClientBase
  /** Platform administrators. */
  readonly admins: readonly Caller[]
  /** Callers of the measured tenants. */
  readonly tenants: readonly { readonly tenant: SizedTenant; readonly callers: readonly Caller[] }[]
  /** Callers without a session, who sign in. */
  readonly strangers: readonly Caller[]
  /** Number of the last requested page. */
  readonly latePage: number
}

/** Cost of a kind of call in one round. */
export interface Figures {
  readonly latency: Latency
  readonly calls: number
  readonly errors: number
}

/** Groups of calls that share a limit. */
export const groups = [
  'all users',
  'search among all users',
  'users of a tenant',
  'tenants',
  'sign-in',
  'changes',
] as const

/** Calls of one kind, which are the same in databases of every size. */
export interface Kind {
  readonly group: (typeof groups)[number]
  readonly name: string
  /** @param duration time of the measurement, in ms */
  readonly measure: (duration: number) => Promise<Figures>
  /** For lists: the table that the call reads, and the slowest call, whose plans are shown. */
  readonly slowest?: { readonly table: string; readonly ask: () => Promise<unknown> }
}

const pageSize = 10
const seed = 14
const perLength = 12

type Lists = typeof userList | typeof tenantUserList | typeof tenantList

/** Returns the kind of call for a list with its scenarios. */
function listKind<C extends Lists>(
  call: C,
  table: string,
  group: Kind['group'],
  callers: readonly Caller[],
  scenario: ListScenario<C>,
): Kind {
  const last = { ask: async (): Promise<unknown> => undefined }
  return {
    group,
    name: scenario.name,
    measure: async (duration) => {
      const { latency, calls, errors, slowest } = await measure(call, scenario, callers, duration)
      last.ask = async () => callers[0]?.send(call as Call, slowest)
      return { latency, calls, errors }
    },
    slowest: { table, ask: () => last.ask() },
  }
}

const searches: readonly (readonly [Script, number])[] = [
  ['Chinese', 2],
  ['Chinese', 3],
  ['Latin', 3],
  ['Latin', 6],
]

/** Returns the user lists of platform administrators; the first users are the same in every database. */
async function userKinds({ owner, admins, latePage }: Side): Promise<Kind[]> {
  const random = randomFrom(seed)
  const texts = await sampleTexts(owner)
  const { rows } = await owner.query<{ email: string; phone: string }>(
    `select email, phone from app_user where phone <> '' order by id limit ${perLength}`,
  )
  const of = (group: Kind['group'], name: string, requests: ListScenario<typeof userList>['requests']) =>
    listKind(userList, 'app_user', group, admins, { name, keywords: [], requests })
  const found = (name: string, keywords: readonly string[]) =>
    of(
      'search among all users',
      name,
      keywords.map((keyWord) => ({ keyWord, limit: pageSize, page: 1 })),
    )
  return [
    of('all users', 'users, first page', [{ limit: pageSize, page: 1 }]),
    of('all users', 'users, first page sorted by name', [
      { limit: pageSize, page: 1, sortBy: 'fullName' },
      { limit: pageSize, page: 1, sortBy: 'userName' },
    ]),
    of('all users', `users, page ${latePage}`, [{ limit: pageSize, page: latePage }]),
    ...searches.map(([script, length]) =>
      found(
        `users by ${length} characters, ${script}`,
        shuffled(random, ngramsOf(texts, script, length)).slice(0, perLength),
      ),
    ),
    found(
      'users by a full phone number',
      rows.map(({ phone }) => phone),
    ),
    found(
      'users by six digits of a phone number',
      rows.map(({ phone }) => phone.slice(3, 9)),
    ),
    found(
      'users by a full e-mail address',
      rows.map(({ email }) => email),
    ),
    found('users, no match', ['㐂龘', 'qxzjv', 'zzqqxx@no', '99999999999']),
  ]
}

async function tenantUserKinds({ owner, tenants }: Side): Promise<Kind[]> {
  const kinds: Kind[] = []
  for (const { tenant, callers } of tenants) {
    const { rows } = await owner.query<{ name: string; email: string }>(
      `select full_name as name, email from tenant_user where tenant_id = $1 and email <> '' order by id limit 2000`,
      [tenant.id],
    )
    const texts = rows.flatMap(({ name, email }) => [name.toLowerCase(), email])
    const scenarios = makeScenarios(`tenant of ${tenant.size.toLocaleString('en-US')}`, texts, tenant.size)
    kinds.push(
      ...scenarios
        .filter(({ name }) => !seldom.some((kind) => name.endsWith(kind)))
        .map((scenario) => listKind(tenantUserList, 'tenant_user', 'users of a tenant', callers, scenario)),
    )
  }
  return kinds
}

async function tenantKinds({ owner, admins }: Side): Promise<Kind[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select tenant_name as name from tenant where tenant_code like 'BT%' order by tenant_code limit 200`,
  )
  const names = rows.map(({ name }) => name.toLowerCase())
  const random = randomFrom(seed)
  const of = (name: string, requests: ListScenario<typeof tenantList>['requests']) =>
    listKind(tenantList, 'tenant', 'tenants', admins, { name, keywords: [], requests })
  return [
    of('tenants, first page', [{ limit: pageSize, page: 1 }]),
    of('tenants, first page sorted by name', [{ limit: pageSize, page: 1, sortBy: 'tenantName' }]),
    ...searches.map(([script, length]) =>
      of(
        `tenants by ${length} characters, ${script}`,
        shuffled(random, ngramsOf(names, script, length))
          .slice(0, perLength)
          .map((keyWord) => ({ keyWord, limit: pageSize, page: 1 })),
      ),
    ),
  ]
}

const figuresOf = (result: LoadResult): Figures => ({
  latency: latencyOf(result.latencies),
  calls: result.latencies.length,
  errors: errorCount(result),
})

/** Returns the kind of call for complete sign-ins, including the password's hash. */
async function signInKind({ owner, strangers }: Side): Promise<Kind> {
  const { rows } = await owner.query<{ name: string }>(
    `select user_name as name from app_user order by id limit ${signers}`,
  )
  const userNames = rows.map(({ name }) => name)
  const key = await strangers[0]?.loginKey()
  if (!key) throw new Error('There is no caller to sign in')
  return {
    group: 'sign-in',
    name: 'sign-in, including the password hash',
    measure: async (duration) =>
      figuresOf(await signInAgain(strangers, key, { userNames, password: adminPassword }, duration)),
  }
}

/** Returns changes with their audit events, and a change with a stale version, whose rejection reads the audit trail. */
async function changeKinds({ owner, admins }: Side): Promise<Kind[]> {
  // Users from the middle of the three years: neither the most active ones nor those who sign in here.
  const { rows } = await owner.query<{ id: string; version: number }>(
    `select id, row_version as version from app_user where created_at > '2025-01-01' order by created_at, id limit 100`,
  )
  const people = rows.map((row) => ({ ...row }))
  const change = async (turn: number, caller: Caller | undefined) => {
    const person = people[turn % people.length]
    if (!person) throw new Error('There is no user to change')
    const { id, version } = person
    await caller?.send(userUpdate, { id, rowVersion: version, remark: `of ${version}` })
    person.version += 1
  }
  for (const turn of people.keys()) await change(turn, admins[0])
  const stale = async (turn: number, caller: Caller | undefined) => {
    const id = people[turn % people.length]?.id ?? ''
    const rejection = await caller?.send(userUpdate, { id, rowVersion: 1, remark: 'late' }).catch(String)
    if (typeof rejection !== 'string' || !rejection.includes(' 409 '))
      throw new Error(`The stale change was not rejected: ${rejection}`)
  }
  const kind = (name: string, call: typeof change): Kind => ({
    group: 'changes',
    name,
    measure: async (duration) =>
      figuresOf(
        await underLoad({
          callers: admins.length,
          duration,
          call: (turn, caller) => call(turn, admins[caller]),
        }),
      ),
  })
  return [
    kind('change of a user, with its audit event', change),
    kind('stale change of a user, rejected after reading the audit trail', stale),
  ]
}

/** Returns every measured kind of call, in the same order for every database. */
export const kindsOf = async (side: Side): Promise<Kind[]> => [
  ...(await userKinds(side)),
  ...(await tenantUserKinds(side)),
  ...(await tenantKinds(side)),
  await signInKind(side),
  ...(await changeKinds(side)),
]
