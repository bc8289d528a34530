import { isForTenants, type Language, type MenuCode } from '@atrium/contract'
import { sql } from 'kysely'
import type { Caller } from '../../platform/caller/caller.ts'
import { nameIn } from '../../platform/crud/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import type { Grant } from '../access-report/index.ts'
import { masked } from '../pseudonyms/index.ts'
import { isEventShownTo } from '../studies/blinding/index.ts'

/** Returns a person's system role and their membership of a tenant with its role, in force or not. */
export const readHeld = (trx: Trx, userId: string, tenantIds: readonly string[], language: Language) =>
  trx
    .selectFrom('heldRole')
    .leftJoin('role', 'role.id', 'heldRole.roleId')
    .leftJoin('tenantUser', (join) =>
      join
        .onRef('tenantUser.tenantId', '=', 'heldRole.tenantId')
        .onRef('tenantUser.userId', '=', 'heldRole.userId'),
    )
    .selectAll('heldRole')
    .select(nameIn(language, 'role.name').as('roleName'))
    .select('tenantUser.id as memberId')
    .where('heldRole.userId', '=', userId)
    .where('heldRole.tenantId', '=', sql<string>`any(${[...tenantIds]})`)
    .execute()

export type Held = Awaited<ReturnType<typeof readHeld>>[number]

/** Returns the menus with these codes, whether a role has them and whether they are switched on. */
export const readMenus = (trx: Trx, roleId: string, codes: readonly MenuCode[], language: Language) =>
  trx
    .selectFrom('menu')
    .leftJoin('roleMenu', (join) =>
      join.onRef('roleMenu.menuId', '=', 'menu.id').on('roleMenu.roleId', '=', roleId),
    )
    .leftJoin('openMenu', 'openMenu.id', 'menu.id')
    .select(nameIn(language, 'menu.name').as('name'))
    .select(['menu.code', sql<boolean>`role_menu.role_id is not null`.as('isHeld')])
    .select(sql<boolean>`open_menu.id is not null`.as('isOpen'))
    .where('menu.code', '=', sql<string>`any(${[...codes]})`)
    .orderBy('menu.seq')
    .execute()

/** Returns the menus that count in a tenant's role. */
export const ofTenants = (codes: readonly MenuCode[]): MenuCode[] => codes.filter(isForTenants)

/** A member, and the links of a study with a product. */
interface InProduct {
  readonly tenantId: string
  readonly memberId: string
  readonly studyId: string
  readonly studyUrlIds: readonly string[]
}

/** Returns the key of the image of the member's last authorization for a study in a product. */
export async function lastAuthorization(
  trx: Trx,
  { tenantId, memberId, studyId, studyUrlIds }: InProduct,
): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`
    select image.key from audit_event e cross join lateral jsonb_each(e.access -> ${tenantId}) image
    where e.tenant_id = ${tenantId} and e.study_id = ${studyId} and e.access is not null
      and image.key like 'authorization:%' and image.value ->> 'memberId' = ${memberId}
      and image.value ->> 'linkId' = any(${[...studyUrlIds]}::text[])
    order by e.sequence desc limit 1`.execute(trx)
  return rows[0]?.key
}

/** A field of a thing in the audit trail. */
interface Field {
  readonly entity: string
  readonly entityId: string
  readonly field: string
}

/** Returns the event of the audit trail that last changed a field, as far as the caller may read it. */
export async function lastChange(
  trx: Trx,
  caller: Caller,
  { entity, entityId, field }: Field,
): Promise<Grant | undefined> {
  const { rows } = await sql<{ at: Date; actorId: string | null; grantedBy: string; reason: string }>`
    select at, actor_id, actor_name as granted_by, reason from audit_event
    where entity = ${entity} and entity_id = ${entityId}
      and coalesce(before -> ${field}, 'null') <> coalesce(after -> ${field}, 'null') and ${isEventShownTo(caller)}
    order by sequence desc limit 1`.execute(trx)
  const [event] = await masked(trx, rows)
  return event && { since: event.at.toISOString(), grantedBy: event.grantedBy, reason: event.reason }
}
