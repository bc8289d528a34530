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
/** Has the user and tenant user menus on the platform, and the holiday menu in a tenant. */
let desk: TenantPerson
/** Has the holiday and tenant user menus in the same tenant, and no menu on the platform. */
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

/** Adds a member of another tenant. */
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

/** Adds a membership in the desk's tenant, with the user's id as its id, unless there is one. */
const insertMembership = async ({ id }: Pick<Target, 'id'>, roleId: string | null = null, enabled = 0) => {
  const { tenantId } = desk
  await suite.database.owner
    .insertInto('tenantUser')
    .values({ tenantId, id, userId: id, roleId, enabled })
    .onConflict((conflict) => conflict.columns(['tenantId', 'userId']).doNothing())
    .execute()
}

/** Adds a member of the desk's tenant. */
const colleague = async (roleId: string | null, enabled = 0): Promise<Target> => {
  const made = await user(null)
  await insertMembership(made, roleId, enabled)
  return made
}

const past = new Date('2026-01-01T00:00:00Z')
const future = new Date('2099-01-01T00:00:00Z')

/** Adds a user whose system role has not begun. */
const upcomingUser = async (roleId: string): Promise<Target> => {
  const made = await user(roleId)
  const { owner } = suite.database
  await owner.updateTable('appUser').set({ roleFrom: future }).where('id', '=', made.id).execute()
  return made
}

/** Changes the period of a user's membership, or of its role. */
const withPeriod = async (
  adding: Promise<Target>,
  period: { readonly accessUntil: Date } | { readonly roleUntil: Date },
): Promise<Target> => {
  const made = await adding
  await suite.database.owner.updateTable('tenantUser').set(period).where('userId', '=', made.id).execute()
  return made
}

const within: [string, () => Promise<Target>][] = [
  ['has no rights', () => user(null)],
  ['has a system role without menus', () => user(ordinaryUser.id)],
  ['has the same menus', () => user('desk')],
  ['has the caller’s menus in the same tenant', () => colleague('staff')],
  ['belongs to another tenant, without menus', () => memberElsewhere(null)],
]

const beyond: [string, () => Promise<Target>][] = [
  ['administers the platform', () => user(platformAdministrator.id)],
  ['has another menu on the platform', () => user('wide')],
  ['has another menu on the platform, in a closed role', () => user('closed')],
  ['administers another tenant', () => memberElsewhere(tenantAdministrator.id)],
  ['has the caller’s menus, but in another tenant', () => memberElsewhere('staff')],
  ['has the caller’s menus in another tenant, in a closed role', () => memberElsewhere('closed staff')],
  ['has another menu on the platform, in a role that has not begun', () => upcomingUser('wide')],
  ['administers another tenant, but is disabled there', () => memberElsewhere(tenantAdministrator.id, 1)],
  [
    'administers another tenant, in a membership that has ended',
    () => withPeriod(memberElsewhere(tenantAdministrator.id), { accessUntil: past }),
  ],
  ['has more menus in the caller’s own tenant', () => colleague(tenantAdministrator.id)],
]

const isForUserAdministrators = ({ access, effect, form }: Call): boolean =>
  // An export changes no user.
  effect === 'write' && form === undefined && 'menus' in access && access.menus?.includes('user') === true

/** Returns whether a call changes memberships, or a user through a membership. */
const isAboutMembership = ({ area, effect, request }: Call): boolean => {
  const fields = Object.keys('shape' in request ? Object(request.shape) : {})
  return area === 'tenantUser' && effect === 'write' && (fields.includes('id') || fields.includes('ids'))
}

/**
 * Calls with an id with which the user menu changes a user, and the call with which the tenant user menu changes a
 * user's name and contacts.
 */
const calls = allCalls.filter(
  (call) =>
    (isForUserAdministrators(call) && idFieldsOf(call).length > 0) || call === tenantUserUpdateImportant,
)

/** Calls that change a membership. */
const membershipCalls = allCalls.filter((call) => isAboutMembership(call) && !calls.includes(call))

/** Makes a call about a user, whose id goes into the given field. */
async function attempt(call: Call, { requestWith }: RequestField, target: Target, caller: Person) {
  const mutation = mutations.find((known) => known.call === call)
  if (isAboutMembership(call)) await insertMembership(target)
  const input = mutation && (await inputAbout(mutation, suite, target.userName, caller))
  return send(suite.server, call, { ...input, ...requestWith(target.id) }, { token: caller.token })
}

const naming = new Map<Call, RequestField>()

/** Returns the request field that names the changed user, found by trying each id field on a user without rights. */
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

/**
 * Checks that a caller may not change a user, that the user stays unchanged, and that the platform's administrator
 * may change the user.
 */
async function expectBeyond(call: Call, target: Target, caller: Person): Promise<void> {
  const field = await namingOf(call)
  if (isAboutMembership(call)) await insertMembership(target)
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

describe('changing a user', () => {
  describe.each(within)('a user who %s', (_whom, add) => {
    it.each(cases)('is changed by %s', async (_path, call) => {
      const field = await namingOf(call)
      expect(await attempt(call, field, await add(), desk)).toMatchObject({ code: codes.ok })
    })
  })

  describe.each(beyond)('a user who %s', (_whom, add) => {
    it.each(cases)('is changed by %s only for the platform administrator', async (_path, call) => {
      await expectBeyond(call, await add(), desk)
    })
  })

  it('covers all calls that change a user', () => {
    expect(calls.length).toBeGreaterThanOrEqual(7)
  })
})

const withinTenant: [string, () => Promise<Target>][] = [
  ['has no rights there', () => colleague(null)],
  ['has the caller’s menus there', () => colleague('staff')],
  ['administers another tenant', () => memberElsewhere(tenantAdministrator.id)],
  ['administers the platform', () => user(platformAdministrator.id)],
]

const beyondInTenant: [string, () => Promise<Target>][] = [
  ['has another menu there', () => colleague(tenantAdministrator.id)],
  ['has another menu there, in a closed role', () => colleague('closed clerk')],
  ['has another menu there, but is disabled', () => colleague(tenantAdministrator.id, 1)],
  [
    'has another menu there, in a role that has ended',
    () => withPeriod(colleague(tenantAdministrator.id), { roleUntil: past }),
  ],
]

const membershipCases = membershipCalls.flatMap((call) => [
  [call.path, 'the platform', call, () => desk] as const,
  [call.path, 'the tenant', call, () => clerk] as const,
])

describe('a change of a membership', () => {
  describe.each(withinTenant)('of a user who %s', (_whom, add) => {
    it.each(membershipCases)('%s accepts a caller from %s', async (_path, _for, call, caller) => {
      const field = await namingOf(call)
      expect(await attempt(call, field, await add(), caller())).toMatchObject({ code: codes.ok })
    })
  })

  describe.each(beyondInTenant)('of a user who %s', (_whom, add) => {
    it.each(membershipCases)('%s rejects a caller from %s', async (_path, _for, call, caller) => {
      await expectBeyond(call, await add(), caller())
    })
  })

  it('covers all calls that change a membership', () => {
    expect(membershipCalls.length).toBeGreaterThanOrEqual(3)
  })
})
