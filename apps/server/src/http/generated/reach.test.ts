import { allCalls, type Call, codes, idFieldsOf, type RequestField } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ordinaryUser, platformAdministrator, tenantAdministrator } from '../../modules/access/index.ts'
import { addMembership, addReachable, send } from '../../modules/sign-in/test-kit/index.ts'
import { type Person, type Suite, signedInMember, startSuite, type TenantPerson } from '../test-kit/index.ts'
import { mutations } from './mutations.ts'
import { inputAbout } from './prepared.ts'
import { rowsWith } from './snapshot.ts'

let suite: Suite
/** Looks after users, administers a tenant, and holds nothing else. */
let desk: TenantPerson

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
  await role('desk', 1, ['systemManger', 'user'])
  await role('wide', 1, ['systemManger', 'dictionary'])
  await role('closed', 1, ['systemManger', 'dictionary'], { status: 1 })
  await role('staff', 2, ['systemManger', 'holiday'])
  await role('closed staff', 2, ['systemManger', 'holiday'], { status: 1 })
  desk = await signedInMember(suite.database, 'staff', 'desk')
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

/** Somebody in the desk's tenant. */
const colleague = async (roleId: string): Promise<Target> => {
  const made = await user(null)
  const { tenantId } = desk
  await suite.database.owner
    .insertInto('tenantUser')
    .values({ tenantId, id: made.id, userId: made.id, roleId })
    .execute()
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

/** The calls by which the holders of the user menu change somebody, as far as an id of theirs can be sent. */
const calls = allCalls.filter((call) => isForUserAdministrators(call) && idFieldsOf(call).length > 0)

/** Makes a call about somebody, whom a field of its request names. */
async function attempt(call: Call, { holding }: RequestField, target: Target, caller: Person) {
  const mutation = mutations.find((known) => known.call === call)
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

const cases = calls.map((call) => [call.path, call] as const)

describe('who changes a user', () => {
  describe.each(within)('who %s', (_whom, add) => {
    it.each(cases)('%s: is let through', async (_path, call) => {
      const field = await namingOf(call)
      expect(await attempt(call, field, await add(), desk)).toMatchObject({ code: codes.ok })
    })
  })

  describe.each(beyond)('who %s', (_whom, add) => {
    it.each(cases)('%s: is refused, but to whom nothing is beyond', async (_path, call) => {
      const [field, target] = [await namingOf(call), await add()]
      const before = await about(target)
      expect(await attempt(call, field, target, desk)).toMatchObject({
        code: codes.forbidden,
        message: '不能修改权限高于您的用户',
      })
      expect(await about(target)).toEqual(before)
      expect(await attempt(call, field, target, suite.admin)).toMatchObject({ code: codes.ok })
      expect(await about(target)).not.toEqual(before)
    })
  })

  it('is asked of every such call', () => {
    expect(calls.length).toBeGreaterThanOrEqual(6)
  })
})
