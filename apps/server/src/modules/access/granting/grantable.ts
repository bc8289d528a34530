import { codes, openStatus, roleTypes, superAdmin } from '@atrium/contract'
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../../../database/schema.ts'
import type { Trx } from '../../../database/transaction.ts'
import { refuse, refuseField } from '../../../http/refusal.ts'
import { lacks, lacksSome, type Reaching } from './reach.ts'

/** Who gives, and the transaction in which they do. */
export interface Granting {
  readonly caller: Reaching
  readonly trx: Trx
}

/**
 * The menus among some that the caller does not hold, and so can give to nobody; closed ones count like open ones.
 * @param menuIds ids of menus; unknown ones are not among the answer
 */
export async function menusBeyond({ caller, trx }: Granting, menuIds: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('menu')
    .select('id')
    .where('id', '=', sql<string>`any(${menuIds})`)
    .where(lacks(caller, 'menu.id'))
    .execute()
  return rows.map(({ id }) => id)
}

/** Of some roles, those that hold something that the caller does not, be they open or closed. */
const beyond = (caller: Reaching) => (role: ExpressionBuilder<Database, 'role'>) =>
  role.or([
    role.and([role('role.superAdmin', '=', superAdmin.yes), lacksSome(caller)]),
    role.exists(
      role
        .selectFrom('roleMenu')
        .select(sql<number>`1`.as('more'))
        .whereRef('roleMenu.roleId', '=', 'role.id')
        .where(lacks(caller, 'roleMenu.menuId')),
    ),
  ])

/** Whether a role holds what the caller does not, be it open or closed: then they may neither give nor edit it. */
export async function grantsMore({ caller, trx }: Granting, roleId: string): Promise<boolean> {
  const more = await trx
    .selectFrom('role')
    .select('id')
    .where('id', '=', roleId)
    .where(beyond(caller))
    .executeTakeFirst()
  return more !== undefined
}

/** The open roles of the system that the caller may give: they hold nothing that the caller does not. */
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
 * Refuses a role that the caller cannot give to a user of the system.
 * @throws Refusal 422 on `roleId` where it is no open system role, 403 where it holds what the caller does not
 */
export async function refuseUngrantableRole(granting: Granting, roleId: string): Promise<void> {
  if (!(await isOpenSystemRole(granting.trx, roleId))) refuseField('roleId', 'rule.reference')
  if (await grantsMore(granting, roleId)) refuse(codes.forbidden, 'refusal.grantsMore')
}
