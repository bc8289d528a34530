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
import { allForeignIn, inEachIdField, mixedIn, type Probe, restOf } from './probes.ts'
import { rowsWith } from './snapshot.ts'

/** A server with two tenants: the caller administers one of them and has no connection with the other. */
export interface TwoTenants {
  readonly suite: Suite
  /** Test data of the other tenant. */
  readonly foreign: TenantThings
  /** Test data of the caller's tenant. */
  readonly own: TenantThings
}

/** Starts a server with two tenants. Call it once per test file, and `suite.close()` in afterAll. */
export async function startTwoTenants(): Promise<TwoTenants> {
  const suite = await startSuite()
  const { owner } = suite.database
  // The tenant administrator gets every menu: even then the role must reach only its own tenant.
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

/** Returns whether a tenant administrator's menus can give access to a call. */
export const isForTenants = ({ access }: Call) =>
  access.kind === 'menus' && !access.superAdmin && access.menus.some((menu) => forTenants.has(menu))
/** Returns whether any signed-in user may make a call. */
const isForAll = ({ access }: Call) => access.kind === 'session'

/** Calls with an id in their request. */
export const naming = allCalls.filter((call) => idFieldsOf(call).length > 0)
/** Those of them that tenant roles may make. */
export const tenantsCalls = naming.filter(isForTenants)
/** Calls that only read. */
export const reading = allCalls.filter(({ effect, form }) => effect === 'read' && form !== 'redirect')
const readByTenants = reading.filter((call) => isForTenants(call) || isForAll(call))

/** Returns a table of calls for `it.each`. */
export const byPath = (calls: readonly Call[]) => calls.map((call) => [call.path, call] as const)

/** Response codes that reject an unknown id or another tenant's id. */
const rejections: readonly number[] = [codes.forbidden, codes.notFound, codes.invalid]

/** Server and tenants that the probes are sent to. */
export interface Target extends TwoTenants {
  readonly server: Reachable
  /** Whether each field also gets ids of kinds of rows that it may not name, a third of them. */
  readonly thorough: boolean
  /** Whether rejections must also have the right code. Otherwise they need only disclose nothing and change nothing. */
  readonly checksCodes: boolean
}

/**
 * Sends a call, and clears the rate limit if it was reached. Without a check of codes, a failed call (HTTP 500) counts
 * as a rejection.
 */
async function resultOf(
  { suite, server, checksCodes }: Target,
  call: Call,
  input: object,
  sender: Sender,
): Promise<{ readonly code: number }> {
  const response = () => send(server, call, input, sender)
  if (!checksCodes) return response().catch(() => ({ code: 500 }))
  const first = await response()
  if (first.code !== codes.limitReached) return first
  await suite.database.owner.deleteFrom('rateLimit').execute()
  return response()
}

/** A probe that disclosed data of the other tenant, was not rejected, or got another code than an unknown id gets. */
interface Wrong {
  readonly of: string
  readonly code: number
  readonly disclosed: boolean
}

/**
 * Returns the probes that failed.
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
    const done = target.checksCodes && call.effect === 'write' && !rejections.includes(code)
    if (disclosed || done || (expected !== undefined && code !== expected))
      wrong.push({ of, code, disclosed })
  }
  return wrong
}

/** Returns a filter that drops repeated inputs: in calls with few fields several probes send the same input. */
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
 * Sends another tenant's ids as an administrator of one tenant: alone, with other values of the foreign tenant, and
 * mixed with the caller's own ids.
 */
async function tryEverything(target: Target, call: Call): Promise<void> {
  const { suite, foreign, own, checksCodes } = target
  const { database, here } = suite
  const rest = await restOf(suite, call, foreign)
  const before = await rowsWith(database, foreign.mark)
  const ownBefore = await rowsWith(database, own.mark)
  const isNew = oncePerInput()
  // Users belong to no tenant: the call's handler decides which users it may add, and row-level security does not.
  const isTried = (probe: Probe) =>
    (checksCodes || call !== tenantUserSave || !probe.of.startsWith('user ')) && isNew(probe)
  for (const { unknown, probes } of inEachIdField(call, rest, foreign, !target.thorough)) {
    const { code } = await resultOf(target, call, unknown, here)
    const expected = checksCodes ? code : undefined
    expect(await wrongOf(target, call, probes.filter(isTried), here, expected)).toEqual([])
  }
  const probes = [...allForeignIn(call, rest, foreign), ...mixedIn(call, rest, foreign, own)]
  expect(await wrongOf(target, call, probes.filter(isTried), here)).toEqual([])
  expect(await rowsWith(database, foreign.mark)).toEqual(before)
  if (checksCodes) expect(await rowsWith(database, own.mark)).toEqual(ownBefore)
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

/** Input with which lists return as much as possible. */
const wide = { limit: 10_000, categoryId: categories.position, softId: softwareCodes.edc }

/** Sends a read call without any id and expects nothing of the other tenant in the response. */
export async function readEverything(target: Target, call: Call, sender: Sender): Promise<void> {
  const response = await resultOf(target, call, wide, sender)
  expect(JSON.stringify(response)).not.toContain(target.foreign.mark)
}

/** Defines tests that must pass with both lines of defence, and with either one alone. */
export function describeApart(target: () => Target): void {
  it.each(byPath(tenantsCalls))(
    '%s rejects another tenant’s ids from a tenant administrator',
    (_path, call) => tryEverything(target(), call),
  )

  it.each(byPath(naming.filter(isForAll)))(
    '%s discloses nothing about another tenant’s ids',
    async (_path, call) => {
      const { suite, foreign } = target()
      const rest = await restOf(suite, call, foreign)
      const before = await rowsWith(suite.database, foreign.mark)
      const probes = inEachIdField(call, rest, foreign, true).flatMap((alone) => alone.probes)
      expect(await disclosuresOf(target(), call, probes, suite.here)).toEqual([])
      expect(await rowsWith(suite.database, foreign.mark)).toEqual(before)
    },
  )

  it.each(byPath(readByTenants))('%s discloses nothing about another tenant without an id', (_path, call) =>
    readEverything(target(), call, target().suite.here),
  )
}
