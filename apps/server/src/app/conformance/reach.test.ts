import {
  allCalls,
  type Call,
  codes,
  idFieldsOf,
  type RequestField,
  tenantUserUpdateImportant,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ordinaryUser, platformAdministrator, tenantAdministrator } from '../../modules/access/index.ts'
import { addMembership, addReachable, send } from '../../modules/identity/sign-in/test-kit/index.ts'
import {
  type Person,
  type Suite,
  signedIn,
  signedInMember,
  startSuite,
  type TenantPerson,
} from '../test-kit/index.ts'
import { mutations } from './mutations.ts'
import { inputAbout } from './prepared.ts'
import { rowsWith } from './snapshot.ts'

let suite: Suite
/** Administers users, tenant users and a tenant, and has no other menu. */
let desk: TenantPerson
/** Administers the tenant users of the same tenant, and has no other menu there. */
let clerk: Person

const role = async (id: string, roleType: 1 | 2, menus: string[], facts: object = {}) => {
  const { owner } = suite.database
  await owner
    .insertInto('role')
    .values({ id, name: id, roleType, ...facts })
    .execute()
  if (menus.length > 0)
    await owner
      .insertInto('roleMenu')
      .values(menus.map((menuId) => ({ roleId: id, menuId })))
      .execute()
}

beforeAll(async () => {
  suite = await startSuite()
  await role('desk', 1, ['systemManger', 'user', 'tenantUser'])
  await role('wide', 1, ['systemManger', 'dictionary'])
  await role('closed', 1, ['systemManger', 'dictionary'], { status: 1 })
  await role('staff', 2, ['systemManger', 'holiday'])
  await role('closed staff', 2, ['systemManger', 'holiday'], { status: 1 })
  await role('clerk', 2, ['systemManger', 'holiday', 'tenantUser'])
  await role('closed clerk', 2, ['systemManger', 'tenantSite'], { status: 1 })
  desk = await signedInMember(suite.database, 'staff', 'desk')
  clerk = await signedIn(suite.database, null)
  await insertMembership({ id: clerk.userId }, 'clerk')
})

afterAll(() => suite.close())

type Target = Awaited<ReturnType<typeof addReachable>>

const user = (roleId: string | null): Promise<Target> =>
  addReachable(suite.database, { roleId, emailValid: 1 })

/** Somebody in another tenant than the desk's. */
const memberElsewhere = async (roleId: string | null, enabled = 0): Promise<Target> => {
  const made = await user(null)
  await addMembership(suite.database, made.id, roleId)
  await suite.database.owner
    .updateTable('tenantUser')
    .set({ enabled })
    .where('userId', '=', made.id)
    .execute()
  return made
}

/** Adds a membership in the desk's tenant, under the user's own id, if there is none. */
const insertMembership = async ({ id }: Pick<Target, 'id'>, roleId: string | null = null, enabled = 0) => {
  const { tenantId } = desk
  await suite.database.owner
    .insertInto('tenantUser')
    .values({ tenantId, id, userId: id, roleId, enabled })
    .onConflict((conflict) => conflict.columns(['tenantId', 'userId']).doNothing())
    .execute()
}

/** Somebody in the desk's tenant. */
const colleague = async (roleId: string | null, enabled = 0): Promise<Target> => {
  const made = await user(null)
  await insertMembership(made, roleId, enabled)
  return made
}

const within: [string, () => Promise<Target>][] = [
  ['holds nothing', () => user(null)],
  ['has a role of the system that holds nothing', () => user(ordinaryUser.id)],
  ['holds the same', () => user('desk')],
  ['holds in the same tenant what the caller holds there', () => colleague('staff')],
  ['belongs to another tenant, without menus', () => memberElsewhere(null)],
]

const beyond: [string, () => Promise<Target>][] = [
  ['holds everything', () => user(platformAdministrator.id)],
  ['holds another menu on the platform', () => user('wide')],
  ['holds another menu on the platform, in a role that is closed', () => user('closed')],
  ['administers another tenant', () => memberElsewhere(tenantAdministrator.id)],
  ['holds in another tenant what the caller holds in theirs', () => memberElsewhere('staff')],
  ['would, were that role open', () => memberElsewhere('closed staff')],
  ['would, were they enabled there', () => memberElsewhere(tenantAdministrator.id, 1)],
  ['holds more in the caller’s own tenant', () => colleague(tenantAdministrator.id)],
]

const isForUserAdministrators = ({ access, effect, form }: Call): boolean =>
  // An export changes nobody.
  effect === 'write' && form === undefined && 'menus' in access && access.menus?.includes('user') === true

/** Whether a call is about a membership, or about a user by a membership. */
const isAboutPlace = ({ area, effect, request }: Call): boolean =>
  area === 'tenantUser' && effect === 'write' && 'shape' in request && 'id' in Object(request.shape)

/**
 * The calls with which users with the user menu change a user, if they take an id, and the one with which those with
 * the tenant user menu change who somebody is.
 */
const calls = allCalls.filter(
  (call) =>
    (isForUserAdministrators(call) && idFieldsOf(call).length > 0) || call === tenantUserUpdateImportant,
)

/** The calls that change a membership. */
const ofPlaces = allCalls.filter((call) => isAboutPlace(call) && !calls.includes(call))

/** Makes a call about somebody, whom a field of its request names. */
async function attempt(call: Call, { holding }: RequestField, target: Target, caller: Person) {
  const mutation = mutations.find((known) => known.call === call)
  if (isAboutPlace(call)) await insertMembership(target)
  const input = mutation && (await inputAbout(mutation, suite, target.userName, caller))
  return send(suite.server, call, { ...input, ...holding(target.id) }, { token: caller.token })
}

const naming = new Map<Call, RequestField>()

/** The field of a call that names whom it changes: found out by somebody whom anybody may change. */
async function namingOf(call: Call): Promise<RequestField> {
  const known = naming.get(call)
  if (known) return known
  for (const field of idFieldsOf(call)) {
    if ((await attempt(call, field, await user(null), suite.admin)).code !== codes.ok) continue
    naming.set(call, field)
    return field
  }
  throw new Error(`${call.path} changes nobody`)
}

const about = async ({ id, email }: Target) => [
  await rowsWith(suite.database, id),
  await rowsWith(suite.database, email),
]

/** Checks that a caller may not change a user, who stays unchanged, and that the platform's administrator may. */
async function expectBeyond(call: Call, target: Target, caller: Person): Promise<void> {
  const field = await namingOf(call)
  if (isAboutPlace(call)) await insertMembership(target)
  const before = await about(target)
  expect(await attempt(call, field, target, caller)).toMatchObject({
    code: codes.forbidden,
    message: '不能修改权限高于您的用户',
  })
  expect(await about(target)).toEqual(before)
  expect(await attempt(call, field, target, suite.admin)).toMatchObject({ code: codes.ok })
  expect(await about(target)).not.toEqual(before)
}

const cases = calls.map((call) => [call.path, call] as const)

describe('who changes a user', () => {
  describe.each(within)('who %s', (_whom, add) => {
    it.each(cases)('%s: is let through', async (_path, call) => {
      const field = await namingOf(call)
      expect(await attempt(call, field, await add(), desk)).toMatchObject({ code: codes.ok })
    })
  })

  describe.each(beyond)('who %s', (_whom, add) => {
    it.each(cases)('%s: is rejected, but to whom nothing is beyond', async (_path, call) => {
      await expectBeyond(call, await add(), desk)
    })
  })

  it('is checked by every such call', () => {
    expect(calls.length).toBeGreaterThanOrEqual(7)
  })
})

const withinTenant: [string, () => Promise<Target>][] = [
  ['holds nothing there', () => colleague(null)],
  ['holds there what the caller holds', () => colleague('staff')],
  ['administers another tenant', () => memberElsewhere(tenantAdministrator.id)],
  ['administers the platform', () => user(platformAdministrator.id)],
]

const beyondInTenant: [string, () => Promise<Target>][] = [
  ['holds another menu there', () => colleague(tenantAdministrator.id)],
  ['would, were that role open', () => colleague('closed clerk')],
  ['would, were they enabled there', () => colleague(tenantAdministrator.id, 1)],
]

const placeCases = ofPlaces.flatMap((call) => [
  [call.path, 'the platform', call, () => desk] as const,
  [call.path, 'the tenant', call, () => clerk] as const,
])

describe('a change of a membership', () => {
  describe.each(withinTenant)('of who %s', (_whom, add) => {
    it.each(placeCases)('%s, for %s: is let through', async (_path, _for, call, caller) => {
      const field = await namingOf(call)
      expect(await attempt(call, field, await add(), caller())).toMatchObject({ code: codes.ok })
    })
  })

  describe.each(beyondInTenant)('of who %s', (_whom, add) => {
    it.each(placeCases)('%s, for %s: is rejected', async (_path, _for, call, caller) => {
      await expectBeyond(call, await add(), caller())
    })
  })

  it('is checked by every such call', () => {
    expect(ofPlaces.length).toBeGreaterThanOrEqual(2)
  })
})
