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
import { hitOf, inEachIdField, restOf } from './probes.ts'
import { rowsWith } from './snapshot.ts'

let target: Target

beforeAll(async () => {
  const twoTenants = await startTwoTenants()
  target = { ...twoTenants, server: twoTenants.suite.server, thorough: true, checksCodes: true }
})

afterAll(() => target.suite.close())

/** Path prefixes of calls whose ids belong to no tenant. */
const pathsOfNobody = [
  '/area',
  '/site',
  '/software',
  '/expiredInfo',
  '/file/list',
  '/sms/list',
  '/mail/list',
  '/privacy/approve',
  '/privacy/decline',
  '/privacy/withdraw',
  '/privacy/hold/release',
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
  // A tenant's products are that tenant's own data.
  !path.startsWith('/software/allSoft')

/** Decisions that only the reviewer of the access makes. */
const ofReviewers = ({ path }: Call) => /^\/accessReview\/(confirm|change|changeRole|revoke)$/.test(path)

/** Returns whether the platform makes a call on behalf of any tenant. */
const isForPlatform = (call: Call) => 'menus' in call.access && !ofNobody(call) && !ofReviewers(call)

/** All callers except the platform's administrators. */
const others = ['here', 'ordinary', 'guest', 'nobody'] as const
const senderOf = (actor: (typeof others)[number]): Sender => (actor === 'nobody' ? {} : target.suite[actor])

describeApart(() => target)

it.each(byPath(naming.filter((call) => !isForTenants(call))))(
  '%s, which no tenant role may make, discloses nothing about another tenant’s ids',
  async (_path, call) => {
    const { suite, foreign } = target
    const rest = await restOf(suite, call, foreign)
    const before = await rowsWith(suite.database, foreign.mark)
    const fields = inEachIdField(call, rest, foreign, true)
    // A caller without any of the menus is rejected before the input is read, so one probe per field is enough.
    const max = call.access.kind === 'menus' ? 1 : undefined
    const probes = fields.flatMap((alone) => alone.probes.slice(0, max))
    for (const actor of others) expect(await disclosuresOf(target, call, probes, senderOf(actor))).toEqual([])
    expect(await rowsWith(suite.database, foreign.mark)).toEqual(before)
  },
)

it.each(byPath(reading))(
  '%s discloses nothing about a tenant to a caller who does not administer the platform',
  async (_path, call) => {
    for (const actor of others) await readEverything(target, call, senderOf(actor))
  },
)

it.each(byPath(naming.filter(isForPlatform)))(
  '%s finds a tenant’s ids for the platform administrator',
  async (_path, call) => {
    expect(await hitOf(target.suite, call, target.foreign)).toEqual(expect.any(String))
  },
)

it('covers every table with tenant data', async () => {
  const { database } = target.suite
  const rows = await rowsWith(database, `${target.foreign.mark}-`)
  const tables = Object.keys(rows).filter((table) => rows[table]?.length)
  expect(tables).toEqual(expect.arrayContaining(await tablesOfTenants(database)))
})

it('covers every call that tenant roles may make', () => {
  expect(tenantsCalls.length).toBeGreaterThan(25)
  expect(tenantsCalls.filter(ofNobody)).toEqual([])
  expect(naming.filter(isForPlatform).length).toBeGreaterThan(40)
})
