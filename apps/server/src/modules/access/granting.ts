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

/** Returns whether at least one user who can sign in has an open system role with every menu, and without an end. */
const hasPlatformAdministrator = async (trx: Trx): Promise<boolean> => {
  const found = await trx
    .selectFrom('openRole')
    .innerJoin('appUser', 'appUser.id', 'openRole.userId')
    .select('appUser.id')
    .where('openRole.superAdmin', '=', true)
    .where('appUser.roleUntil', 'is', null)
    .where('appUser.status', '=', userStatus.normal)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Runs a change that may remove a platform administrator: locking a user, assigning another role or a last day of the role, or changing a role.
 * Such changes run one at a time, so that the last two administrators cannot remove each other.
 * @param change runs in this transaction
 * @throws Rejection 409 if no platform administrator would be left
 */
export async function keepingAnAdministrator<Result>(
  trx: Trx,
  change: () => Promise<Result>,
): Promise<Result> {
  await sql`select pg_advisory_xact_lock(hashtextextended('platform administrators', 0))`.execute(trx)
  const result = await change()
  if (!(await hasPlatformAdministrator(trx))) reject(codes.conflict, 'role.refusal.lastAdministrator')
  return result
}

/**
 * Identifies the caller. Their rights are read from the database again, because they may have changed since the call
 * began.
 */
type Reaching = Pick<Caller, 'userId'>

/** Menu ids as an SQL array; '*' stands for every menu, including future ones. */
type Held = RawBuilder<readonly string[]>

/** User id and tenant id as SQL expressions: values or columns of the query. */
interface MembershipInSql {
  readonly userId: RawBuilder<unknown>
  readonly tenantId: RawBuilder<unknown>
}

/** Returns a user's menus in a tenant, from their open role there and their open system role. */
const heldAt = ({ userId, tenantId }: MembershipInSql): Held =>
  sql`array(select mine.menu_id from reach_of(${userId}, false) mine where mine.tenant_id in ('0', ${tenantId}))`

/** Returns the menus of the caller's open system role, which applies in every tenant. */
const heldEverywhere = ({ userId }: Reaching): Held =>
  sql`array(select mine.menu_id from reach_of(${userId}, false) mine where mine.tenant_id = '0')`

/** Returns the caller's menus in a tenant. */
const heldIn = ({ userId }: Reaching, tenantId: string): Held =>
  heldAt({ userId: sql`${userId}`, tenantId: sql`${tenantId}` })

/**
 * Checks in SQL whether a menu is missing from an array of menus.
 * @param menuId the column with the menu's id
 */
const lacks = (held: Held, menuId: string): RawBuilder<boolean> =>
  sql<boolean>`not (${held} && array['*', ${sql.ref(menuId)}])`

/** Checks in SQL whether the caller lacks the role with every menu. */
const lacksSome = (caller: Reaching): RawBuilder<boolean> =>
  sql<boolean>`'*' <> all (${heldEverywhere(caller)})`

/**
 * Rejects a change of a user who has rights that the caller lacks. It compares the menus of the user's system role,
 * which apply in every tenant, and the menus of the user's role in each tenant. Every call that changes a user's
 * identity, sign-in or roles must run this check before it locks the user's row in any other way. Otherwise the
 * caller could take over the user's account and gain rights. Closed roles, closed menus and disabled memberships
 * count for the user as if they were open, because reopening them later would give the rights to a caller who took
 * over the account. For the caller only open ones count. Both users' roles stay locked until the transaction ends.
 * Callers always pass for themselves; each call decides what users may not change about themselves.
 * @throws Rejection 404 if the user does not exist, 403 if the user has rights that the caller lacks
 */
export async function rejectUnlessReaches(trx: Trx, caller: Reaching, userId: string): Promise<void> {
  const { rows } = await sql<{ reaches: boolean | null }>`
    select reaches(${caller.userId}, ${userId}) as reaches`.execute(trx)
  const reaches = rows[0]?.reaches ?? reject(codes.notFound)
  if (!reaches) reject(codes.forbidden, 'user.refusal.holdsMore')
}

/** Key of a membership. */
export interface Membership {
  readonly tenantId: string
  readonly userId: string
}

/**
 * Rejects a change of a membership that has menus the caller lacks, both in this tenant and in their system role. The
 * user's rights outside this tenant do not count, because they do not change. The rules of `rejectUnlessReaches`
 * apply: run the check before locking the user's row in any other way. Closed roles and disabled memberships count
 * for the user but not for the caller. Both users' roles stay locked until the transaction ends, and callers always
 * pass for themselves.
 * @throws Rejection 403 if the member has menus in the tenant that the caller lacks
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
 * Checks in SQL whether `rejectUnlessReaches` would accept a change of the user. Lists use it to show which users the
 * caller may change. It reads the caller's rights once per statement.
 * @param userId the column with the user's id
 */
export const isReached = ({ userId: who, superAdmin: all }: Caller, userId: string): RawBuilder<boolean> =>
  all
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(userId)} = ${who} or not exists (
        select from reach_of(${sql.ref(userId)}, true) theirs
        where not array['0 *', '0 ' || theirs.menu_id, theirs.tenant_id || ' *', theirs.tenant_id || ' ' || theirs.menu_id]
          && array(select mine.tenant_id || ' ' || mine.menu_id from reach_of(${who}, false) mine)))`

/** Columns that identify a membership and its role. */
interface MembershipColumns extends Membership {
  readonly roleId: string
}

/**
 * Checks in SQL whether `rejectUnlessReachesIn` would accept a change of the membership, for lists of tenant users.
 * It compares the menus of the membership's role, open or closed, without calling `reach_of` for each row, which
 * takes half a millisecond.
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

/** The user who grants a role, and the transaction in which they do. */
export interface Granting {
  readonly caller: Reaching
  readonly trx: Trx
}

/**
 * Returns which of the given menus the caller lacks and so cannot grant. Closed menus count like open ones.
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

/** Builds a condition that matches roles with a menu missing from the given array. */
const hasMenuBeyond = (held: Held) => (role: ExpressionBuilder<Database, 'role'>) =>
  role.exists(
    role
      .selectFrom('roleMenu')
      .select(sql<number>`1`.as('more'))
      .whereRef('roleMenu.roleId', '=', 'role.id')
      .where(lacks(held, 'roleMenu.menuId')),
  )

/** Builds a condition that matches roles, open or closed, with menus that the caller lacks. */
const beyond = (caller: Reaching) => (role: ExpressionBuilder<Database, 'role'>) =>
  role.or([
    role.and([role('role.superAdmin', '=', superAdmin.yes), lacksSome(caller)]),
    hasMenuBeyond(heldEverywhere(caller))(role),
  ])

/**
 * Returns whether a role, open or closed, has menus that the caller lacks. The caller may then neither grant nor edit
 * it.
 */
export async function grantsMore({ caller, trx }: Granting, roleId: string): Promise<boolean> {
  const more = await trx
    .selectFrom('role')
    .select('id')
    .where('id', '=', roleId)
    .where(beyond(caller))
    .executeTakeFirst()
  return more !== undefined
}

/** Selects the open system roles that the caller may grant, which are those without menus the caller lacks. */
export const grantableRoles = ({ caller, trx }: Granting): SelectQueryBuilder<Database, 'role', object> =>
  trx
    .selectFrom('role')
    .where('role.roleType', '=', roleTypes.system)
    .where('role.status', '=', openStatus.open)
    .where((role) => role.not(beyond(caller)(role)))

/** Returns whether a role is an open system role, and keeps it from being deleted until the transaction ends. */
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
 * Rejects a system role that the caller cannot grant.
 * @throws Rejection 422 on `roleId` if it is not an open system role, 403 if it has menus that the caller lacks
 */
export async function rejectUngrantableRole(granting: Granting, roleId: string): Promise<void> {
  if (!(await isOpenSystemRole(granting.trx, roleId))) rejectField('roleId', 'rule.reference')
  if (await grantsMore(granting, roleId)) reject(codes.forbidden, 'role.refusal.grantsMore')
}

/** Matches open tenant roles. */
const isOpenTenantRole = (role: ExpressionBuilder<Database, 'role'>) =>
  role.and([role('role.roleType', '=', roleTypes.tenant), role('role.status', '=', openStatus.open)])

/** Selects the open tenant roles whose menus the caller all has in the tenant. */
export const grantableRolesIn = (
  { caller, trx }: Granting,
  tenantId: string,
): SelectQueryBuilder<Database, 'role', object> =>
  trx
    .selectFrom('role')
    .where(isOpenTenantRole)
    .where((role) => role.not(hasMenuBeyond(heldIn(caller, tenantId))(role)))

/**
 * Checks in SQL whether the user could grant a role in the tenant, by the same rule as `rejectUngrantableRoleIn`.
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

/**
 * Checks in SQL whether the user has an open menu in the tenant.
 * @param code the menu's code
 */
export const holdsIn = (membership: MembershipInSql, code: MenuCode): RawBuilder<boolean> =>
  sql<boolean>`(${heldAt(membership)} && (array['*'] || array(select id from open_menu where open_menu.code = ${code})))`

/**
 * Rejects a role that the caller cannot grant in a tenant. The role is not locked: the foreign key keeps it from
 * being deleted, and the rights of its members are read again at each call.
 * @param field the field with the role
 * @throws Rejection 422 on the field if it is not an open tenant role, 403 if it has menus that the caller lacks
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
