import {
  allCalls,
  type Call,
  categories,
  codes,
  idFieldsOf,
  softwareCodes,
  tenantUserSave,
} from '@atrium/contract'
import { expect, it } from '@jest/globals'
import { deliveredMenus, tenantAdministrator } from '../../modules/access/index.ts'
import { type Reachable, type Sender, send } from '../../modules/identity/sign-in/test-kit/index.ts'
import { type Suite, startSuite } from '../test-kit/index.ts'
import { addForeignTenant, addThings, type TenantThings } from './foreign-tenant.ts'
import { allForeignIn, aloneIn, mixedIn, type Probe, restOf } from './probes.ts'
import { rowsWith } from './snapshot.ts'

/** A server on which somebody administers one tenant, and another tenant that is nothing to them. */
export interface TwoTenants {
  readonly suite: Suite
  /** Things of the other tenant. */
  readonly foreign: TenantThings
  /** Things of the caller's tenant. */
  readonly own: TenantThings
}

/** Starts them: call it once a test file, and `suite.close()` in afterAll. */
export async function startTwoTenants(): Promise<TwoTenants> {
  const suite = await startSuite()
  const { owner } = suite.database
  // Even a tenant role with every menu reaches only its own tenant.
  const menus = await owner.selectFrom('menu').select('id').execute()
  expect(menus).toHaveLength(deliveredMenus.length)
  await owner
    .insertInto('roleMenu')
    .values(menus.map(({ id }) => ({ roleId: tenantAdministrator.id, menuId: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const foreign = await addForeignTenant(suite.database)
  const own = await addThings(suite.database, suite.here.tenantId)
  return { suite, foreign, own }
}

const forTenants = new Set<string>(deliveredMenus.filter((menu) => menu.forTenants).map(({ code }) => code))

/** Whether who administers a tenant may make a call through their menus there. */
export const isForTenants = ({ access }: Call) =>
  access.kind === 'menus' && !access.superAdmin && access.menus.some((menu) => forTenants.has(menu))
/** Whether those who are signed in may make it. */
const isForAll = ({ access }: Call) => access.kind === 'session'

/** The calls that name something by its id. */
export const naming = allCalls.filter((call) => idFieldsOf(call).length > 0)
/** Calls that tenant roles may make. */
export const tenantsCalls = naming.filter(isForTenants)
/** The calls that read. */
export const reading = allCalls.filter(({ effect, form }) => effect === 'read' && form !== 'redirect')
const readByTenants = reading.filter((call) => isForTenants(call) || isForAll(call))

/** A table of calls for `it.each`. */
export const byPath = (calls: readonly Call[]) => calls.map((call) => [call.path, call] as const)

/** Rejections of an id that is nobody's, or not the caller's. */
const rejections: readonly number[] = [codes.forbidden, codes.notFound, codes.invalid]

/** Targets of the probes. */
export interface Target extends TwoTenants {
  readonly server: Reachable
  /** Whether each kind of thing is tried in each field, not only where it may belong. */
  readonly thorough: boolean
  /** Whether rejections must have the right code, and not merely disclose and change nothing. */
  readonly judged: boolean
}

/** Makes a call, any number of times. A server that fails (500) discloses as little as one that rejects. */
async function resultOf(
  { suite, server, judged }: Target,
  call: Call,
  input: object,
  sender: Sender,
): Promise<{ readonly code: number }> {
  const response = () => send(server, call, input, sender)
  if (!judged) return response().catch(() => ({ code: 500 }))
  const first = await response()
  if (first.code !== codes.limitReached) return first
  await suite.database.owner.deleteFrom('rateLimit').execute()
  return response()
}

/** A probe that disclosed the other tenant, was not rejected, or was rejected with another code than an unknown id. */
interface Wrong {
  readonly of: string
  readonly code: number
  readonly disclosed: boolean
}

/**
 * Returns the faults that probes found.
 * @param expected the only right code, if there is one
 */
export async function wrongOf(
  target: Target,
  call: Call,
  probes: readonly Probe[],
  sender: Sender,
  expected?: number,
): Promise<Wrong[]> {
  const wrong: Wrong[] = []
  for (const { of, input } of probes) {
    const response = await resultOf(target, call, input, sender)
    const { code } = response
    const disclosed = JSON.stringify(response).includes(target.foreign.mark)
    const done = target.judged && call.effect === 'write' && !rejections.includes(code)
    if (disclosed || done || (expected !== undefined && code !== expected))
      wrong.push({ of, code, disclosed })
  }
  return wrong
}

/** Removes duplicates: in calls with few fields several probes send the same input. */
const oncePerInput = () => {
  const sent = new Set<string>()
  return ({ input }: Probe): boolean => {
    const text = JSON.stringify(input)
    const isNew = !sent.has(text)
    sent.add(text)
    return isNew
  }
}

/**
 * Tries another tenant's ids as an administrator of one: alone, with other values of that tenant, and among the
 * caller's own.
 */
async function tryEverything(target: Target, call: Call): Promise<void> {
  const { suite, foreign, own, judged } = target
  const { database, here } = suite
  const rest = await restOf(suite, call, foreign)
  const before = await rowsWith(database, foreign.mark)
  const ownBefore = await rowsWith(database, own.mark)
  const isNew = oncePerInput()
  // Users belong to everybody: which user an id may add is the call's decision, not a row's.
  const isTried = (probe: Probe) =>
    (judged || call !== tenantUserSave || !probe.of.startsWith('user ')) && isNew(probe)
  for (const { unknown, probes } of aloneIn(call, rest, foreign, !target.thorough)) {
    const { code } = await resultOf(target, call, unknown, here)
    const expected = judged ? code : undefined
    expect(await wrongOf(target, call, probes.filter(isTried), here, expected)).toEqual([])
  }
  const probes = [...allForeignIn(call, rest, foreign), ...mixedIn(call, rest, foreign, own)]
  expect(await wrongOf(target, call, probes.filter(isTried), here)).toEqual([])
  expect(await rowsWith(database, foreign.mark)).toEqual(before)
  if (judged) expect(await rowsWith(database, own.mark)).toEqual(ownBefore)
}

/** Returns the probes that disclosed the other tenant. */
export const disclosuresOf = async (target: Target, call: Call, probes: readonly Probe[], sender: Sender) => {
  const disclosed: string[] = []
  for (const { of, input } of probes) {
    const response = await resultOf(target, call, input, sender)
    if (JSON.stringify(response).includes(target.foreign.mark)) disclosed.push(of)
  }
  return disclosed
}

/** Input that does not narrow a list. */
const wide = { limit: 10_000, categoryId: categories.position, softId: softwareCodes.edc }

/** Tries what is read without an id. */
export async function readEverything(target: Target, call: Call, sender: Sender): Promise<void> {
  const response = await resultOf(target, call, wide, sender)
  expect(JSON.stringify(response)).not.toContain(target.foreign.mark)
}

/** The proofs that hold with both lines of defence, and with either one. */
export function describeApart(target: () => Target): void {
  it.each(byPath(tenantsCalls))('%s rejects them to whoever administers another', (_path, call) =>
    tryEverything(target(), call),
  )

  it.each(byPath(naming.filter(isForAll)))('%s knows nothing of them', async (_path, call) => {
    const { suite, foreign } = target()
    const rest = await restOf(suite, call, foreign)
    const before = await rowsWith(suite.database, foreign.mark)
    const probes = aloneIn(call, rest, foreign, true).flatMap((alone) => alone.probes)
    expect(await disclosuresOf(target(), call, probes, suite.here)).toEqual([])
    expect(await rowsWith(suite.database, foreign.mark)).toEqual(before)
  })

  it.each(byPath(readByTenants))('%s tells nothing of them where none is sent', (_path, call) =>
    readEverything(target(), call, target().suite.here),
  )
}
