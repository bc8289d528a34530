import { categories } from '@atrium/contract'
import type { Person, Suite } from '../../../../app/test-kit/index.ts'
import { tenantAdministrator } from '../../../access/index.ts'
import { secrets } from '../../../identity/sign-in/test-kit/index.ts'
import { globalEntryId } from '../../../reference-data/dictionaries/index.ts'
import { idOfFound } from '../found-people.ts'
import { addTenantUser } from './index.ts'

/** Default fields of a membership. */
export const membership = {
  role: tenantAdministrator.id,
  typeId: globalEntryId(categories.userType, 'SPONSOR'),
  positionId: globalEntryId(categories.position, 'PM'),
}

let roles = 0

/** Adds a tenant role with menus; it is open by default. */
export const tenantRole = async ({ database: { owner } }: Suite, menus: string[], facts: object = {}) => {
  const id = `tenant-role-${++roles}`
  await owner
    .insertInto('role')
    .values({ id, name: `租户角色 ${id}`, nameEn: `Tenant role ${id}`, roleType: 2, ...facts })
    .execute()
  if (menus.length > 0)
    await owner
      .insertInto('roleMenu')
      .values(menus.map((menuId) => ({ roleId: id, menuId })))
      .execute()
  return id
}

/** Adds a user with a membership. `id` is the tenant user's id. */
export const addColleague = (
  { database }: Suite,
  tenantId: string,
  roleId: string | null = null,
  facts: Parameters<typeof addTenantUser>[2] = {},
) => {
  const { typeId, positionId } = membership
  return addTenantUser(database, tenantId, facts, { roleId, typeId, positionId })
}

/** Returns the id that a caller gets when they find a user for a tenant. */
export const found = ({ userId: callerId }: Person, tenantId: string, userId: string, now?: number) =>
  idOfFound(secrets, { callerId, tenantId }, userId, now)

/** Returns a user's stored membership in a tenant. */
export const membershipOf = ({ database: { owner } }: Suite, tenantId: string, userId: string) =>
  owner
    .selectFrom('tenantUser')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .executeTakeFirst()

/** Returns the audit events of a call. */
export const eventsOf = ({ database: { owner } }: Suite, { path }: { path: string }) =>
  owner.selectFrom('auditEvent').selectAll().where('call', '=', path).orderBy('sequence').execute()
