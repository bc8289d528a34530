import { codes, type MenuCode, openStatus, roleTypes, superAdmin, userStatus } from '@atrium/contract'
import {
  type ExpressionBuilder,
  expressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely'
import type { Caller } from '../../platform/caller/caller.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { reject, rejectField } from '../../platform/http/rejection.ts'

/** Whether a user who can sign in has an open system role with every menu. */
const oneIsLeft = async (trx: Trx): Promise<boolean> => {
  const found = await trx
    .selectFrom('openRole')
    .innerJoin('appUser', 'appUser.id', 'openRole.userId')
    .select('appUser.id')
    .where('openRole.superAdmin', '=', true)
    .where('appUser.status', '=', userStatus.normal)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Makes a change that may remove a platform administrator: by a lock, another role, or a change of a role. Such changes
 * take turns, so that the last two administrators cannot remove each other.
 *
 * @param change runs in this transaction
 * @throws Rejection 409 if nobody would be left to administer the platform
 */
export async function keepingAnAdministrator<Result>(
  trx: Trx,
  change: () => Promise<Result>,
): Promise<Result> {
  await sql`select pg_advisory_xact_lock(hashtextextended('platform administrators', 0))`.execute(trx)
  const result = await change()
  if (!(await oneIsLeft(trx))) reject(codes.conflict, 'role.refusal.lastAdministrator')
  return result
}

/** The caller's fields by which their reach is looked up: it is read anew, whatever they held when the call began. */
type Reaching = Pick<Caller, 'userId'>

/** Ids of menus; '*' for a role that has every menu, future ones too. */
type Held = RawBuilder<readonly string[]>

/** A user and a tenant in SQL: values, or columns of the query. */
interface MembershipInSql {
  readonly userId: RawBuilder<unknown>
  readonly tenantId: RawBuilder<unknown>
}

/** The menus of a user in a tenant: those of their open roles there and of their system role. */
const heldAt = ({ userId, tenantId }: MembershipInSql): Held =>
  sql`array(select mine.menu_id from reach_of(${userId}, false) mine where mine.tenant_id in ('0', ${tenantId}))`

/** The menus of the caller's open system role, which counts in every tenant. */
const heldEverywhere = ({ userId }: Reaching): Held =>
  sql`array(select mine.menu_id from reach_of(${userId}, false) mine where mine.tenant_id = '0')`

/** The menus of the caller in a tenant. */
const heldIn = ({ userId }: Reaching, tenantId: string): Held =>
  heldAt({ userId: sql`${userId}`, tenantId: sql`${tenantId}` })

/**
 * Whether a menu is not among those held.
 * @param menuId the column with the menu's id
 */
const lacks = (held: Held, menuId: string): RawBuilder<boolean> =>
  sql<boolean>`not (${held} && array['*', ${sql.ref(menuId)}])`

/** Whether the caller's open system role lacks some menus. */
const lacksSome = (caller: Reaching): RawBuilder<boolean> =>
  sql<boolean>`'*' <> all (${heldEverywhere(caller)})`

/**
 * Accepts a change of a user only if the caller can reach everything that the user can: the menus of their system role,
 * which count in every tenant, and each tenant with the menus held there. Every call that changes who a user is, how or
 * whether they sign in, or their roles, calls this before anything else locks the user's row: otherwise the caller
 * could become the user and reach what they do not hold themselves.
 *
 * Closed roles, closed menus and disabled memberships count for the user as if they were open, because what the caller
 * takes over today would open with them tomorrow. For the caller only open ones count. The roles of both are locked
 * until the transaction ends. Users always reach themselves; each call decides what they may not do to themselves.
 *
 * @throws Rejection 404 if there is no such user, 403 if they can reach more than the caller
 */
export async function rejectUnlessReaches(trx: Trx, caller: Reaching, userId: string): Promise<void> {
  const { rows } = await sql<{ reaches: boolean | null }>`
    select reaches(${caller.userId}, ${userId}) as reaches`.execute(trx)
  const reaches = rows[0]?.reaches ?? reject(codes.notFound)
  if (!reaches) reject(codes.forbidden, 'user.refusal.holdsMore')
}

/** Somebody in a tenant. */
export interface Membership {
  readonly tenantId: string
  readonly userId: string
}

/**
 * Accepts a change of a membership only if the caller has, by their roles in the tenant and of the system, all the
 * menus that the membership has. The user's rights elsewhere do not count, because they do not change. Otherwise like
 * `rejectUnlessReaches`: it comes before anything else locks the user's row, closed roles and disabled memberships
 * count for the user and not for the caller, the roles of both are locked until the transaction ends, and users always
 * reach themselves.
 *
 * @throws Rejection 403 if they hold more in the tenant than the caller
 */
export async function rejectUnlessReachesIn(
  trx: Trx,
  caller: Reaching,
  { tenantId, userId }: Membership,
): Promise<void> {
  const { rows } = await sql<{ reaches: boolean }>`
    select reaches_in(${caller.userId}, ${userId}, ${tenantId}) as reaches`.execute(trx)
  if (!rows[0]?.reaches) reject(codes.forbidden, 'user.refusal.holdsMore')
}

/**
 * Whether a change of a user would pass `rejectUnlessReaches` now, for a list that shows who may be changed. The
 * caller's rights are read once per statement.
 * @param userId the column with the user's id
 */
export const isReached = ({ userId: who, superAdmin: all }: Caller, userId: string): RawBuilder<boolean> =>
  all
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(userId)} = ${who} or not exists (
        select from reach_of(${sql.ref(userId)}, true) theirs
        where not array['0 *', '0 ' || theirs.menu_id, theirs.tenant_id || ' *', theirs.tenant_id || ' ' || theirs.menu_id]
          && array(select mine.tenant_id || ' ' || mine.menu_id from reach_of(${who}, false) mine)))`

/** The columns of a membership. */
interface MembershipColumns extends Membership {
  readonly roleId: string
}

/**
 * The same for `rejectUnlessReachesIn`, for a list of tenant users. What somebody reaches within the tenant are the menus
 * of their role there, open or closed: found without `reach_of`, which takes half a millisecond a row.
 */
export const isReachedIn = (
  { userId: who, superAdmin: all }: Caller,
  { tenantId, userId, roleId }: MembershipColumns,
): RawBuilder<boolean> =>
  all
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(userId)} = ${who} or not exists (
        select from role_menu theirs where theirs.role_id = ${sql.ref(roleId)}
          and not array['0 *', '0 ' || theirs.menu_id, ${sql.ref(tenantId)} || ' ' || theirs.menu_id]
            && array(select mine.tenant_id || ' ' || mine.menu_id from reach_of(${who}, false) mine)))`

/** The grantor, and the transaction of the grant. */
export interface Granting {
  readonly caller: Reaching
  readonly trx: Trx
}

/**
 * Returns which of some menus the caller does not have, and so cannot grant; closed ones count like open ones.
 * @param menuIds ids of menus; unknown ones are left out of the result
 */
export async function menusBeyond({ caller, trx }: Granting, menuIds: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('menu')
    .select('id')
    .where('id', '=', sql<string>`any(${menuIds})`)
    .where(lacks(heldEverywhere(caller), 'menu.id'))
    .execute()
  return rows.map(({ id }) => id)
}

/** Of some roles, those with a menu that is not among those held. */
const hasMenuBeyond = (held: Held) => (role: ExpressionBuilder<Database, 'role'>) =>
  role.exists(
    role
      .selectFrom('roleMenu')
      .select(sql<number>`1`.as('more'))
      .whereRef('roleMenu.roleId', '=', 'role.id')
      .where(lacks(held, 'roleMenu.menuId')),
  )

/** Returns which of some roles, open or closed, have menus that the caller does not have. */
const beyond = (caller: Reaching) => (role: ExpressionBuilder<Database, 'role'>) =>
  role.or([
    role.and([role('role.superAdmin', '=', superAdmin.yes), lacksSome(caller)]),
    hasMenuBeyond(heldEverywhere(caller))(role),
  ])

/** Whether a role has menus that the caller does not have, open or closed: then they may neither grant nor edit it. */
export async function grantsMore({ caller, trx }: Granting, roleId: string): Promise<boolean> {
  const more = await trx
    .selectFrom('role')
    .select('id')
    .where('id', '=', roleId)
    .where(beyond(caller))
    .executeTakeFirst()
  return more !== undefined
}

/** The open system roles that the caller may grant: they have no menus that the caller does not have. */
export const grantableRoles = ({ caller, trx }: Granting): SelectQueryBuilder<Database, 'role', object> =>
  trx
    .selectFrom('role')
    .where('role.roleType', '=', roleTypes.system)
    .where('role.status', '=', openStatus.open)
    .where((role) => role.not(beyond(caller)(role)))

/** Whether a role is an open one of the system; keeps it from being deleted until the transaction ends. */
const isOpenSystemRole = async (trx: Trx, roleId: string): Promise<boolean> => {
  const found = await trx
    .selectFrom('role')
    .select('id')
    .where('id', '=', roleId)
    .where('roleType', '=', roleTypes.system)
    .where('status', '=', openStatus.open)
    .forKeyShare()
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Rejects a role that the caller cannot grant to a user of the system.
 * @throws Rejection 422 on `roleId` if it is not an open system role, 403 if it has menus that the caller does not have
 */
export async function rejectUngrantableRole(granting: Granting, roleId: string): Promise<void> {
  if (!(await isOpenSystemRole(granting.trx, roleId))) rejectField('roleId', 'rule.reference')
  if (await grantsMore(granting, roleId)) reject(codes.forbidden, 'role.refusal.grantsMore')
}

/** Whether a role is an open one of tenants. */
const isOpenTenantRole = (role: ExpressionBuilder<Database, 'role'>) =>
  role.and([role('role.roleType', '=', roleTypes.tenant), role('role.status', '=', openStatus.open)])

/** The open tenant roles without menus that the caller lacks in a tenant. */
export const grantableRolesIn = (
  { caller, trx }: Granting,
  tenantId: string,
): SelectQueryBuilder<Database, 'role', object> =>
  trx
    .selectFrom('role')
    .where(isOpenTenantRole)
    .where((role) => role.not(hasMenuBeyond(heldIn(caller, tenantId))(role)))

/**
 * Whether somebody could give a role in a tenant now, by the same rule as `rejectUngrantableRoleIn`.
 * @param roleId the column with the role's id
 */
export const mayGrantIn = (membership: MembershipInSql, roleId: string): RawBuilder<boolean> => {
  const { eb } = expressionBuilder<Database, 'role'>()
  const grantable = eb
    .selectFrom('role')
    .select('role.id')
    .whereRef('role.id', '=', sql.ref(roleId))
    .where(isOpenTenantRole)
    .where((role) => role.not(hasMenuBeyond(heldAt(membership))(role)))
  return sql<boolean>`exists (${grantable})`
}

/** Whether a user currently has an open menu in a tenant. @param code the menu's code */
export const holdsIn = (membership: MembershipInSql, code: MenuCode): RawBuilder<boolean> =>
  sql<boolean>`(${heldAt(membership)} && (array['*'] || array(select id from open_menu where open_menu.code = ${code})))`

/**
 * Rejects a role that the caller cannot grant in a tenant. Its foreign key keeps it from being deleted meanwhile, and
 * changes of its menus apply at each call.
 * @param field the field with the role
 * @throws Rejection 422 on the field if it is not an open tenant role, 403 if it has menus that the caller does not
 *   have
 */
export async function rejectUngrantableRoleIn(
  { caller, trx }: Granting,
  { tenantId, roleId }: { readonly tenantId: string; readonly roleId: string },
  field = 'role',
): Promise<void> {
  const found = await trx
    .selectFrom('role')
    .select((role) => role.not(hasMenuBeyond(heldIn(caller, tenantId))(role)).as('grantable'))
    .where('role.id', '=', roleId)
    .where(isOpenTenantRole)
    .executeTakeFirst()
  if (!found) rejectField(field, 'rule.reference')
  if (!found.grantable) reject(codes.forbidden, 'role.refusal.grantsMore')
}
