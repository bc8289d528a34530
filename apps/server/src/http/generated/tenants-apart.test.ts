import {
  allCalls,
  type Call,
  categories,
  codes,
  dictionaryChildren,
  idFieldsOf,
  softwareCodes,
  tenantCombobox,
  tenantUserSave,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { asTenants, inTransaction } from '../../database/index.ts'
import { deliveredMenus, tenantAdministrator } from '../../modules/access/index.ts'
import { type Reachable, type Sender, send } from '../../modules/sign-in/test-kit/index.ts'
import { type Suite, signedInMember, startSuite, type TenantPerson } from '../test-kit/index.ts'
import { addForeignTenant, addThings, type TenantThings, tablesOfTenants } from './foreign-tenant.ts'
import { switchRowSecurity, withoutPredicates } from './lines.ts'
import { allForeignIn, aloneIn, hitOf, mixedIn, type Probe, restOf } from './probes.ts'
import { rowsWith } from './snapshot.ts'

let suite: Suite
/** What is another tenant's. */
let foreign: TenantThings
/** What is of the tenant of who calls. */
let own: TenantThings
let elsewhere: Readonly<Record<string, TenantPerson>>

beforeAll(async () => {
  suite = await startSuite()
  const { owner } = suite.database
  // Even a tenant role that holds every menu reaches its own tenant alone.
  const menus = await owner.selectFrom('menu').select('id').execute()
  expect(menus).toHaveLength(deliveredMenus.length)
  await owner
    .insertInto('roleMenu')
    .values(menus.map(({ id }) => ({ roleId: tenantAdministrator.id, menuId: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const closed = { id: 'closed', name: '已关闭', roleType: 2, status: 1 }
  await owner.insertInto('role').values(closed).execute()
  await owner
    .insertInto('roleMenu')
    .values(menus.map(({ id }) => ({ roleId: closed.id, menuId: id })))
    .execute()
  foreign = await addForeignTenant(suite.database)
  own = await addThings(suite.database, suite.here.tenantId)
  elsewhere = {
    'with a role that holds nothing': await member({ roleId: 'guests' }),
    'without a role': await member({ roleId: null }),
    'with a closed role': await member({ roleId: closed.id }),
    disabled: await member({ roleId: tenantAdministrator.id, enabled: 1 }),
  }
})

afterAll(() => suite.close())

/** Somebody who administers a tenant of their own, and is in the foreign one. */
async function member(place: {
  readonly roleId: string | null
  readonly enabled?: number
}): Promise<TenantPerson> {
  const person = await signedInMember(suite.database, tenantAdministrator.id)
  const { userId } = person
  await suite.database.owner
    .insertInto('tenantUser')
    .values({ tenantId: foreign.ids.tenant, id: `member-${userId}`, userId, ...place })
    .execute()
  return person
}

const sender = (one: string): Sender => ({ token: elsewhere[one]?.token ?? '' })

const forTenants = new Set<string>(deliveredMenus.filter((menu) => menu.forTenants).map(({ code }) => code))

/** Whether who administers a tenant may make a call through their menus there. */
const isForTenants = ({ access }: Call) =>
  access.kind === 'menus' && !access.superAdmin && access.menus.some((menu) => forTenants.has(menu))
/** Whether those who are signed in may make it. */
const isForAll = ({ access }: Call) => access.kind === 'session'

/** Where the paths begin of calls whose ids are of what belongs to no tenant. */
const pathsOfNobody = [
  '/area',
  '/site',
  '/software',
  '/expiredInfo',
  '/file/list',
  '/sms/list',
  '/mail/list',
  '/sys/role/',
  '/sys/menu/',
  '/sys/schedule/',
]
const ofNobody = ({ path }: Call) =>
  pathsOfNobody.some((area) => path.startsWith(area)) &&
  // Which products a tenant has is its own affair.
  !path.startsWith('/software/allSoft')

/** Whether the platform makes a call for any tenant. */
const isForPlatform = (call: Call) => 'menus' in call.access && !ofNobody(call)

const naming = allCalls.filter((call) => idFieldsOf(call).length > 0)
const reading = allCalls.filter(({ effect, form }) => effect === 'read' && form !== 'redirect')
const byPath = (calls: readonly Call[]) => calls.map((call) => [call.path, call] as const)

/** Refusals of an id that is nobody's, or not the caller's. */
const refusals: readonly number[] = [codes.forbidden, codes.notFound, codes.invalid]

/** What probes are made on. */
interface Server {
  readonly server: Reachable
  /** Whether each kind of thing is tried in each field, and not only where it may belong. */
  readonly thorough: boolean
  /** Whether refusals are expected to be the right ones, and not merely to tell and change nothing. */
  readonly judged: boolean
}

/** Makes a call, as often as one likes; a server that fails (500) tells as little as one that refuses. */
async function answerOf(
  on: Server,
  call: Call,
  input: object,
  sender: Sender,
): Promise<{ readonly code: number }> {
  const answer = () => send(on.server, call, input, sender)
  if (!on.judged) return answer().catch(() => ({ code: 500 }))
  const first = await answer()
  if (first.code !== codes.limitReached) return first
  await suite.database.owner.deleteFrom('rateLimit').execute()
  return answer()
}

/** A probe that told of the other tenant, was not refused, or was refused otherwise than an id that nobody has. */
interface Wrong {
  readonly of: string
  readonly code: number
  readonly told: boolean
}

/** @param expected the code where there is one that is right */
async function wrongOf(
  on: Server,
  call: Call,
  probes: readonly Probe[],
  sender: Sender,
  expected?: number,
): Promise<Wrong[]> {
  const wrong: Wrong[] = []
  for (const { of, input } of probes) {
    const answer = await answerOf(on, call, input, sender)
    const { code } = answer
    const told = JSON.stringify(answer).includes(foreign.mark)
    const done = on.judged && call.effect === 'write' && !refusals.includes(code)
    if (told || done || (expected !== undefined && code !== expected)) wrong.push({ of, code, told })
  }
  return wrong
}

/** Tries another tenant's ids as who administers one: alone, with whatever else is theirs, and among the own. */
async function tryEverything(on: Server, call: Call): Promise<void> {
  const rest = await restOf(suite, call, foreign)
  const before = await rowsWith(suite.database, foreign.mark)
  const ownBefore = await rowsWith(suite.database, own.mark)
  // Users are everybody's: whom one may add by an id is for the call to say, no row says it.
  const isTried = ({ of }: Probe) => on.judged || call !== tenantUserSave || !of.startsWith('user ')
  for (const { unknown, probes } of aloneIn(call, rest, foreign, !on.thorough)) {
    const { code } = await answerOf(on, call, unknown, suite.here)
    const expected = on.judged ? code : undefined
    expect(await wrongOf(on, call, probes.filter(isTried), suite.here, expected)).toEqual([])
  }
  const probes = [...allForeignIn(call, rest, foreign), ...mixedIn(call, rest, foreign, own)]
  expect(await wrongOf(on, call, probes.filter(isTried), suite.here)).toEqual([])
  expect(await rowsWith(suite.database, foreign.mark)).toEqual(before)
  if (on.judged) expect(await rowsWith(suite.database, own.mark)).toEqual(ownBefore)
}

/** The probes that told of the other tenant. */
const toldOf = async (on: Server, call: Call, probes: readonly Probe[], sender: Sender) => {
  const told: string[] = []
  for (const { of, input } of probes)
    if (JSON.stringify(await answerOf(on, call, input, sender)).includes(foreign.mark)) told.push(of)
  return told
}

/** What is asked for where nothing narrows a list. */
const wide = { limit: 10_000, categoryId: categories.position, softId: softwareCodes.edc }

/** Tries what is read without an id. */
async function readEverything(on: Server, call: Call, sender: Sender): Promise<void> {
  const answer = await answerOf(on, call, wide, sender)
  expect(JSON.stringify(answer)).not.toContain(foreign.mark)
}

const tenantsCalls = naming.filter(isForTenants)
const othersCalls = naming.filter((call) => !isForTenants(call))
const readByTenants = reading.filter((call) => isForTenants(call) || isForAll(call))

/** Everybody but the platform's administrators. */
const others = ['here', 'ordinary', 'guest', 'nobody'] as const
const senderOf = (actor: (typeof others)[number]): Sender => (actor === 'nobody' ? {} : suite[actor])

/** The proofs that hold with both lines of defence, and with either alone. */
function describeApart(on: () => Server): void {
  it.each(byPath(tenantsCalls))('%s refuses them to whoever administers another', (_path, call) =>
    tryEverything(on(), call),
  )

  it.each(byPath(naming.filter(isForAll)))('%s knows nothing of them', async (_path, call) => {
    const rest = await restOf(suite, call, foreign)
    const before = await rowsWith(suite.database, foreign.mark)
    const probes = aloneIn(call, rest, foreign, true).flatMap((alone) => alone.probes)
    expect(await toldOf(on(), call, probes, suite.here)).toEqual([])
    expect(await rowsWith(suite.database, foreign.mark)).toEqual(before)
  })

  it.each(byPath(readByTenants))('%s tells nothing of them where none is sent', (_path, call) =>
    readEverything(on(), call, suite.here),
  )
}

describe('another tenant’s ids', () => {
  const ordinary = (): Server => ({ server: suite.server, thorough: true, judged: true })

  describeApart(ordinary)

  it.each(byPath(othersCalls))('%s, which no tenant’s role makes, tells nobody', async (_path, call) => {
    const rest = await restOf(suite, call, foreign)
    const before = await rowsWith(suite.database, foreign.mark)
    const fields = aloneIn(call, rest, foreign, true)
    // Who may not make a call at all is refused before anything of it is looked at.
    const most = call.access.kind === 'menus' ? 1 : undefined
    const probes = fields.flatMap((alone) => alone.probes.slice(0, most))
    for (const actor of others) {
      expect(await toldOf(ordinary(), call, probes, senderOf(actor))).toEqual([])
    }
    expect(await rowsWith(suite.database, foreign.mark)).toEqual(before)
  })

  it.each(byPath(naming.filter(isForPlatform)))('%s knows for the platform', async (_path, call) => {
    expect(await hitOf(suite, call)).toEqual(expect.any(String))
  })

  it.each(byPath(reading))('%s tells whoever administers nothing', async (_path, call) => {
    for (const actor of others) await readEverything(ordinary(), call, senderOf(actor))
  })

  it('are of everything that tenants have', async () => {
    const rows = await rowsWith(suite.database, `${foreign.mark}-`)
    const tables = Object.keys(rows).filter((table) => rows[table]?.length)
    expect(tables).toEqual(expect.arrayContaining(await tablesOfTenants(suite.database)))
  })

  it('are tried with every call that tenants’ roles make', () => {
    expect(tenantsCalls.length).toBeGreaterThan(25)
    expect(tenantsCalls.filter(ofNobody)).toEqual([])
    expect(naming.filter(isForPlatform).length).toBeGreaterThan(40)
  })
})

describe('somebody who administers one tenant and is in another', () => {
  const people = [
    'with a role that holds nothing',
    'without a role',
    'with a closed role',
    'disabled',
  ] as const

  it.each(byPath(tenantsCalls))('does nothing there: %s', async (_path, call) => {
    const on = { server: suite.server, thorough: false, judged: true }
    const rest = await restOf(suite, call, foreign)
    const probes = allForeignIn(call, rest, foreign)
    const before = await rowsWith(suite.database, foreign.mark)
    for (const one of people) {
      // Whose role there holds nothing tries it all, the others what may tell the most.
      const tried = one === people[0] ? probes : probes.filter(({ of }) => !of.includes(' as id'))
      expect(await wrongOf(on, call, tried, sender(one))).toEqual([])
    }
    expect(await rowsWith(suite.database, foreign.mark)).toEqual(before)
  })

  it.each(byPath(reading.filter(isForTenants)))('sees nothing of it in lists: %s', async (_path, call) => {
    const on = { server: suite.server, thorough: false, judged: true }
    for (const one of people) await readEverything(on, call, sender(one))
  })

  it('is not offered it to choose', async () => {
    for (const one of people) {
      const { data } = await send(suite.server, tenantCombobox, {}, sender(one))
      expect(data?.map(({ code }) => code)).toEqual([elsewhere[one]?.tenantId])
    }
  })
})

describe('with row-level security switched off, the conditions of queries keep tenants apart', () => {
  beforeAll(() => switchRowSecurity(suite.database, 'disable'))
  afterAll(() => switchRowSecurity(suite.database, 'enable'))

  it('which the database then does not', async () => {
    const read = inTransaction(suite.database.db, asTenants([suite.here.tenantId]), (trx) =>
      trx.selectFrom('department').select('id').where('id', '=', foreign.ids.department).execute(),
    )
    expect(await read).toHaveLength(1)
  })

  describeApart(() => ({ server: suite.server, thorough: false, judged: true }))
})

describe('with the conditions of queries switched off, row-level security keeps tenants apart', () => {
  let blind: Awaited<ReturnType<typeof withoutPredicates>>
  beforeAll(async () => {
    blind = await withoutPredicates(suite.database)
  })
  afterAll(() => blind.close())

  it('which handlers then do not', async () => {
    const input = { parentId: foreign.ids.entry }
    await switchRowSecurity(suite.database, 'disable')
    const { data } = await send(blind, dictionaryChildren, input, suite.here)
    await switchRowSecurity(suite.database, 'enable')
    expect(data?.map(({ id }) => id)).toEqual([foreign.ids.childEntry])
  })

  describeApart(() => ({ server: blind, thorough: false, judged: false }))
})
