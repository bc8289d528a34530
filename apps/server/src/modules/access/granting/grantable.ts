import { codes, openStatus, roleTypes, superAdmin } from '@atrium/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../../../database/schema.ts'
import type { Trx } from '../../../database/transaction.ts'
import { refuse, refuseField } from '../../../http/refusal.ts'
import type { Caller } from '../../identity/session/caller.ts'

/** Who gives, and the transaction in which they do. */
export interface Granting {
  readonly caller: Pick<Caller, 'userId' | 'superAdmin'>
  readonly trx: Trx
}

type Menus = SelectQueryBuilder<Database, 'menu', object>

/** Of some menus, those that the caller's open system role does not hold; closed ones count like open ones. */
const beyond = ({ caller }: Granting, menus: Menus) =>
  menus
    .select('menu.id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('roleMenu')
            .innerJoin('openRole', 'openRole.roleId', 'roleMenu.roleId')
            .select(sql<number>`1`.as('held'))
            .where('openRole.userId', '=', caller.userId)
            .where('openRole.tenantId', '=', '0')
            .whereRef('roleMenu.menuId', '=', 'menu.id'),
        ),
      ),
    )

/**
 * The menus among some that the caller does not hold, and so can give to nobody.
 * @param menuIds ids of menus; unknown ones are not among the answer
 */
export async function menusBeyond(granting: Granting, menuIds: readonly string[]): Promise<string[]> {
  if (granting.caller.superAdmin) return []
  const menus = granting.trx.selectFrom('menu').where('menu.id', '=', sql<string>`any(${menuIds})`)
  const rows = await beyond(granting, menus).execute()
  return rows.map(({ id }) => id)
}

/**
 * Whether a role holds what the caller does not, be it open or closed: then the caller may neither give it
 * nor change what its holders sign in with.
 */
export async function grantsMore(granting: Granting, roleId: string): Promise<boolean> {
  const { caller, trx } = granting
  if (caller.superAdmin) return false
  const role = await trx.selectFrom('role').select('superAdmin').where('id', '=', roleId).executeTakeFirst()
  if (role?.superAdmin === superAdmin.yes) return true
  const held = trx.selectFrom('roleMenu').select('menuId').where('roleId', '=', roleId)
  const more = await beyond(granting, trx.selectFrom('menu').where('menu.id', 'in', held))
    .limit(1)
    .execute()
  return more.length > 0
}

/** The open roles of the system that the caller may give: they hold nothing that the caller does not. */
export function grantableRoles(granting: Granting): SelectQueryBuilder<Database, 'role', object> {
  const { caller, trx } = granting
  const roles = trx
    .selectFrom('role')
    .where('role.roleType', '=', roleTypes.system)
    .where('role.status', '=', openStatus.open)
  if (caller.superAdmin) return roles
  return roles.where('role.superAdmin', '=', superAdmin.no).where(({ not, exists, selectFrom }) => {
    const held = selectFrom('menu').innerJoin('roleMenu as given', 'given.menuId', 'menu.id')
    return not(exists(beyond(granting, held.whereRef('given.roleId', '=', 'role.id'))))
  })
}

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
 * Refuses a role that the caller cannot give to a user of the system.
 * @throws Refusal 422 on `roleId` where it is no open system role, 403 where it holds what the caller does not
 */
export async function refuseUngrantableRole(granting: Granting, roleId: string): Promise<void> {
  if (!(await isOpenSystemRole(granting.trx, roleId))) refuseField('roleId', 'rule.reference')
  if (await grantsMore(granting, roleId)) refuse(codes.forbidden, 'refusal.grantsMore')
}
