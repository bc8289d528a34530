import { codes } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../caller/caller.ts'
import type { Trx } from '../../../database/transaction.ts'
import { refuse } from '../../../http/refusal.ts'

/** Of a caller, what their reach is looked up by: it is read anew, whatever they held when the call began. */
export type Reaching = Pick<Caller, 'userId'>

/** The menus of the caller's open system role; '*' for one that holds every menu, those to come as well. */
const heldEverywhere = ({ userId }: Reaching) =>
  sql`array(select mine.menu_id from reach_of(${userId}, false) mine where mine.tenant_id = '0')`

/**
 * Whether the caller's open system role, which counts in every tenant, lacks a menu.
 * @param menuId the column with the menu's id
 */
export const lacks = (caller: Reaching, menuId: string): RawBuilder<boolean> =>
  sql<boolean>`not (${heldEverywhere(caller)} && array['*', ${sql.ref(menuId)}])`

/** Whether the caller's open system role holds less than every menu. */
export const lacksSome = (caller: Reaching): RawBuilder<boolean> =>
  sql<boolean>`'*' <> all (${heldEverywhere(caller)})`

/**
 * Lets a change of somebody through only where the caller can reach all that they can: the menus of their system
 * role, which count in every tenant, and each tenant with the menus held there. To be called before anything else
 * locks the user's row, by every call that changes who somebody is, how or whether they sign in, or their roles:
 * otherwise the caller could become whom they change, and reach what they do not hold.
 *
 * Closed roles, closed menus and places in tenants that are disabled count for the user as if they were open: what
 * the caller takes over today would open with them tomorrow. For the caller only what is open now counts. Nobody
 * else changes the roles of either until the transaction ends. Oneself one always reaches; what people may not do to
 * themselves, each call says.
 *
 * @throws Refusal 404 where there is no such user, 403 where they can reach more than the caller
 */
export async function refuseUnlessReaches(trx: Trx, caller: Reaching, userId: string): Promise<void> {
  const { rows } = await sql<{ reaches: boolean | null }>`
    select reaches(${caller.userId}, ${userId}) as reaches`.execute(trx)
  const reaches = rows[0]?.reaches ?? refuse(codes.notFound)
  if (!reaches) refuse(codes.forbidden, 'refusal.holdsMore')
}
