import { createHash, randomUUID } from 'node:crypto'
import { roleTypes, superAdmin, userStatus } from '@atrium/contract'
import type { Suite } from '../../../app/test-kit/index.ts'
import { newToken, tokenHash } from '../../../platform/caller/token.ts'
import { platformAdministrator, tenantAdministrator } from '../../access/index.ts'

/** A generated person, who has a session that has not been ended. */
export interface Generated {
  readonly userId: string
  readonly token: string
  /** Tenants of which they are a member, in force or not. */
  readonly tenantIds: readonly string[]
}

/** Returns the same numbers from 0 to 1 for the same seed at each run. */
export function random(seed: string): () => number {
  let count = 0
  return () => {
    const hash = createHash('sha256').update(`${seed} ${++count}`).digest()
    return hash.readUInt32BE() / 2 ** 32
  }
}

type Draw = ReturnType<typeof random>

/** Draws one of the items. */
export const drawOne = <Item>(draw: Draw, items: readonly Item[]): Item =>
  items[Math.floor(draw() * items.length)] as Item

const day = 86_400_000

/** A period that is over, current, or has not begun; in most cases none. */
function period(draw: Draw): { readonly from: Date | null; readonly until: Date | null } {
  const at = (days: number) => new Date(Date.now() + days * day)
  const none = { from: null, until: null }
  return drawOne(draw, [
    ...[none, none, none, { from: at(-9), until: at(9) }],
    ...[
      { from: at(3), until: null },
      { from: null, until: at(-3) },
    ],
  ])
}

/** Adds roles with some of the menus, a few of them switched off, beside the delivered ones. */
async function addRoles({ database: { owner } }: Suite, draw: Draw) {
  const menus = await owner.selectFrom('menu').select(['id', 'code', 'parentId']).execute()
  const off = menus.filter(({ parentId }, index) => (parentId === '0' ? index === 1 : draw() < 0.08))
  await owner
    .updateTable('menu')
    .set({ status: 1 })
    .where(
      'id',
      'in',
      off.map(({ id }) => id),
    )
    .execute()
  const forTenants = await owner
    .selectFrom('roleMenu')
    .select('menuId')
    .where('roleId', '=', tenantAdministrator.id)
    .execute()
  const add = async (roleType: number, menuIds: readonly string[]): Promise<string> => {
    const id = randomUUID()
    const isSuper = roleType === roleTypes.system && draw() < 0.1
    const facts = { superAdmin: isSuper ? superAdmin.yes : superAdmin.no, status: draw() < 0.15 ? 1 : 0 }
    await owner
      .insertInto('role')
      .values({ id, name: id, roleType, ...facts })
      .execute()
    const share = drawOne(draw, [0, 0.1, 0.4, 0.9])
    const held = menuIds.filter(() => draw() < share).map((menuId) => ({ roleId: id, menuId }))
    if (held.length > 0) await owner.insertInto('roleMenu').values(held).execute()
    return id
  }
  const system: string[] = [platformAdministrator.id]
  const tenant: string[] = [tenantAdministrator.id]
  for (let count = 0; count < 15; count += 1) {
    system.push(
      await add(
        roleTypes.system,
        menus.map(({ id }) => id),
      ),
    )
    tenant.push(
      await add(
        roleTypes.tenant,
        forTenants.map(({ menuId }) => menuId),
      ),
    )
  }
  return { system, tenant }
}

/** Adds people of all kinds: locked or not, with and without system roles and memberships, within periods or not. */
export async function addPeople(suite: Suite, count: number, seed: string): Promise<Generated[]> {
  const { owner } = suite.database
  const draw = random(seed)
  const roles = await addRoles(suite, draw)
  const tenants = Array.from({ length: 8 }, () => randomUUID())
  await owner
    .insertInto('tenant')
    .values(
      tenants.map((id) => ({ id, tenantName: id, tenantCode: id, abbr: id.slice(0, 8), categoryId: '' })),
    )
    .execute()
  const people = Array.from({ length: count }, (): Generated => {
    const tenantIds = tenants.filter(() => draw() < 0.2)
    return { userId: randomUUID(), token: newToken(), tenantIds }
  })
  const users = people.map(({ userId }) => {
    const { from, until } = period(draw)
    const facts = {
      id: userId,
      userName: userId,
      userNameKey: userId,
      fullName: '测试用户',
      passwordHash: '',
    }
    const status = draw() < 0.12 ? userStatus.locked : userStatus.normal
    const roleId = draw() < 0.5 ? drawOne(draw, roles.system) : null
    return { ...facts, status, roleId, roleFrom: from, roleUntil: until, passwordChangedAt: new Date() }
  })
  await owner.insertInto('appUser').values(users).execute()
  const memberships = people.flatMap(({ userId, tenantIds }) =>
    tenantIds.map((tenantId) => {
      const [access, role] = [period(draw), period(draw)]
      const roleId = draw() < 0.85 ? drawOne(draw, roles.tenant) : null
      const periods = { accessFrom: access.from, accessUntil: access.until }
      const ofRole = { roleFrom: role.from, roleUntil: role.until }
      return {
        tenantId,
        id: randomUUID(),
        userId,
        roleId,
        enabled: Number(draw() < 0.15),
        ...periods,
        ...ofRole,
      }
    }),
  )
  await owner.insertInto('tenantUser').values(memberships).execute()
  const expiresAt = new Date(Date.now() + day)
  await owner
    .insertInto('session')
    .values(people.map(({ userId, token }) => ({ tokenHash: tokenHash(token), userId, expiresAt })))
    .execute()
  return people
}
