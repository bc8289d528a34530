import type { Call } from '@atrium/contract'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Sender } from '../../modules/identity/sign-in/test-kit/index.ts'
import {
  byPath,
  describeApart,
  disclosuresOf,
  isForTenants,
  naming,
  readEverything,
  reading,
  startTwoTenants,
  type Target,
  tenantsCalls,
} from './apart.ts'
import { tablesOfTenants } from './foreign-tenant.ts'
import { aloneIn, hitOf, restOf } from './probes.ts'
import { rowsWith } from './snapshot.ts'

let target: Target

beforeAll(async () => {
  const twoTenants = await startTwoTenants()
  target = { ...twoTenants, server: twoTenants.suite.server, thorough: true, judged: true }
})

afterAll(() => target.suite.close())

/** Beginnings of the paths of calls whose ids belong to no tenant. */
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
  '/release/activate',
  '/release/errors',
  '/release/list',
  '/release/override',
  '/release/rollback',
  '/release/share',
  '/release/tenants',
]
const ofNobody = ({ path }: Call) =>
  pathsOfNobody.some((area) => path.startsWith(area)) &&
  // Which products a tenant has is its own affair.
  !path.startsWith('/software/allSoft')

/** Whether the platform makes a call for any tenant. */
const isForPlatform = (call: Call) => 'menus' in call.access && !ofNobody(call)

/** Everybody but the platform's administrators. */
const others = ['here', 'ordinary', 'guest', 'nobody'] as const
const senderOf = (actor: (typeof others)[number]): Sender => (actor === 'nobody' ? {} : target.suite[actor])

describeApart(() => target)

it.each(byPath(naming.filter((call) => !isForTenants(call))))(
  '%s, which no tenant’s role may make, discloses nothing of them',
  async (_path, call) => {
    const { suite, foreign } = target
    const rest = await restOf(suite, call, foreign)
    const before = await rowsWith(suite.database, foreign.mark)
    const fields = aloneIn(call, rest, foreign, true)
    // Who may not make a call at all is rejected before anything of it is looked at.
    const max = call.access.kind === 'menus' ? 1 : undefined
    const probes = fields.flatMap((alone) => alone.probes.slice(0, max))
    for (const actor of others) expect(await disclosuresOf(target, call, probes, senderOf(actor))).toEqual([])
    expect(await rowsWith(suite.database, foreign.mark)).toEqual(before)
  },
)

it.each(byPath(reading))(
  '%s discloses nothing of them to a user who administers nothing',
  async (_path, call) => {
    for (const actor of others) await readEverything(target, call, senderOf(actor))
  },
)

it.each(byPath(naming.filter(isForPlatform)))('%s knows them for the platform', async (_path, call) => {
  expect(await hitOf(target.suite, call, target.foreign)).toEqual(expect.any(String))
})

it('they are of everything that tenants have', async () => {
  const { database } = target.suite
  const rows = await rowsWith(database, `${target.foreign.mark}-`)
  const tables = Object.keys(rows).filter((table) => rows[table]?.length)
  expect(tables).toEqual(expect.arrayContaining(await tablesOfTenants(database)))
})

it('they are tried with every call that tenants’ roles make', () => {
  expect(tenantsCalls.length).toBeGreaterThan(25)
  expect(tenantsCalls.filter(ofNobody)).toEqual([])
  expect(naming.filter(isForPlatform).length).toBeGreaterThan(40)
})
