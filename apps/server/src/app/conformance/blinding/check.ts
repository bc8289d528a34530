import { type Call, codes } from '@atrium/contract'
import { sql } from 'kysely'
import type { TestDatabase } from '../../../../test-support/index.ts'
import type { Reachable } from '../../../modules/identity/sign-in/test-kit/index.ts'
import { comparable, exchange } from './exchange.ts'
import type { Caller } from './people.ts'
import type { Request } from './requests.ts'

/** A response that differs between the two databases. */
export interface Difference {
  readonly path: string
  readonly input: object
  /** What each server sent, or the rows that each call added to tables. */
  readonly responses: readonly [string, string]
}

/** Result of the check for one caller. */
export interface Checked {
  readonly who: string
  readonly calls: number
  readonly requests: number
  /** How many requests succeeded on both servers. */
  readonly successes: number
  readonly differences: readonly Difference[]
}

/** A server and its database. */
export interface Side {
  readonly server: Reachable
  readonly database: TestDatabase
}

export type Sides = readonly [Side, Side]

/** Tables whose rows are unblinded facts, and the limits, which both servers forget. */
const uncounted = ['product_authorization', 'unblinding', 'rate_limit']

/** Counts the rows of all tables. */
async function countRows({ owner }: TestDatabase): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select relname as name, (xpath('/row/count/text()',
      query_to_xml(format('select count(*) from public.%I', relname), false, true, '')))[1]::text::int as count
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> all(${uncounted}::text[])`.execute(owner)
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** Returns how many rows each table gained between two counts, as text. */
const gained = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string =>
  [...after]
    .map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const)
    .filter(([, gain]) => gain !== 0)
    .map(([name, gain]) => `${name} ${gain}`)
    .toSorted()
    .join(', ')

const both = <Result>([first, second]: Sides, work: (side: Side) => Promise<Result>) =>
  Promise.all([work(first), work(second)])

/** Returns whether a response has a code, as far as it is an envelope. */
const hasCode = (response: string, code: number): boolean => response.includes(`"code":${code},`)

/** Returns whether a response is a success: a file, or an envelope with the code of success. */
const isSuccess = (response: string): boolean =>
  response.startsWith('200 ') && (hasCode(response, codes.ok) || !response.includes('"code":'))

/** Returns whether a response rejects the caller, whatever the input. */
const rejectsCaller = (response: string): boolean =>
  hasCode(response, codes.forbidden) || hasCode(response, codes.noSession)

export interface Checking {
  readonly sides: Sides
  /** Time of the copy, in milliseconds. */
  readonly copiedAt: number
  readonly requests: ReadonlyMap<Call, readonly Request[]>
}

type Pairs = readonly [string, string]

/** Sends a request to both servers, again without the rate limits if one of them has been reached. */
async function send(
  { sides, copiedAt }: Checking,
  { call, input }: Request,
  { token }: Caller,
): Promise<Pairs> {
  const attempt = () =>
    both(sides, async ({ server }) => comparable(call, await exchange(server, call, input, token), copiedAt))
  const first = await attempt()
  if (!first.some((response) => hasCode(response, codes.limitReached))) return first
  await both(sides, ({ database }) => database.owner.deleteFrom('rateLimit').execute())
  return attempt()
}

/** Counts the rows that both databases gain. */
async function countGains({ sides }: Checking) {
  const count = () => both(sides, ({ database }) => countRows(database))
  let before = await count()
  return async (): Promise<Pairs> => {
    const after = await count()
    const gains = [gained(before[0], after[0]), gained(before[1], after[1])] as const
    before = after
    return gains
  }
}

/** Number of requests that are made at the same time to each server. Those that change something are made in turn. */
const parallel = 4

/** Number of requests after which a caller who was always rejected makes no more: they have no right to the call. */
const probing = 2

/** Number of requests of each call that a brief caller makes. */
const brief = 3

type Counted = Omit<Checked, 'who' | 'calls'>

/** Makes all requests of one call as one caller. */
async function checkCall(
  checking: Checking,
  call: Call,
  caller: Caller,
  gains: () => Promise<Pairs>,
): Promise<Counted> {
  const { path, effect } = call
  const requests = checking.requests.get(call)?.slice(0, caller.isBrief ? brief : undefined) ?? []
  const differences: Difference[] = []
  const counts = { requests: 0, successes: 0 }
  const make = async (request: Request): Promise<Pairs> => {
    const responses = await send(checking, request, caller)
    const isDone = responses.map(isSuccess)
    counts.requests += 1
    if (!isDone.includes(false)) counts.successes += 1
    const rows = effect === 'write' && isDone.includes(true) ? await gains() : undefined
    for (const pair of [responses, ...(rows && !isDone.includes(false) ? [rows] : [])])
      if (pair[0] !== pair[1]) differences.push({ path, input: request.input, responses: pair })
    return responses
  }
  let rejections = 0
  for (const request of requests.slice(0, probing))
    if ((await make(request)).every(rejectsCaller)) rejections += 1
  const others = rejections === probing ? [] : requests.slice(probing)
  const size = effect === 'read' && call.access.kind === 'menus' ? parallel : 1
  for (let index = 0; index < others.length; index += size)
    await Promise.all(others.slice(index, index + size).map(make))
  return { ...counts, differences }
}

/** Calls that end the caller's session or change who the caller is. */
const ending = ['/sys/logout', '/sys/user/session/end/self', '/sys/user/password', '/sys/user/update/self']

/** Returns the stage in which a call is made. Later calls see what earlier ones have changed. */
function stageOf({ effect, path, area }: Call): number {
  // A copy of the trail contains what later calls change, with ids of each server's own.
  if (effect === 'read' || area === 'auditTrail') return 0
  if (ending.includes(path)) return 4
  if (/delete|remove|withdraw|takeBack/.test(path)) return 3
  return area === 'studyInvitation' || area === 'unblinding' || area === 'productRefusal' ? 1 : 2
}

/** Makes calls as each of the callers: first those that only read, and last those that delete. */
export async function checkAll(
  checking: Checking,
  callers: readonly Caller[],
  calls: readonly Call[],
): Promise<Checked[]> {
  const results = new Map<Caller, Counted[]>(callers.map((caller) => [caller, []]))
  const gains = await countGains(checking)
  const stages = Map.groupBy(
    calls.toSorted((one, other) => stageOf(one) - stageOf(other)),
    stageOf,
  )
  for (const stage of stages.values())
    for (const [caller, counted] of results)
      for (const call of stage) counted.push(await checkCall(checking, call, caller, gains))
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  return [...results].map(([{ who }, counted]) => ({
    ...{ who, calls: counted.length },
    requests: sum(counted.map(({ requests }) => requests)),
    successes: sum(counted.map(({ successes }) => successes)),
    differences: counted.flatMap(({ differences }) => differences),
  }))
}
