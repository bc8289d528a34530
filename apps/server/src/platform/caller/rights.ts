import { inspectorMenus, type MenuCode, menuCodes } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../database/transaction.ts'

/** A tenant in which a user's membership is in force. */
interface Membership {
  readonly tenantId: string
  /** Menus of the user's role in the tenant; empty if that role is not in force. */
  readonly menus: ReadonlySet<MenuCode>
}

/** The open inspection for which an account was created. The account reads its studies, and nothing else. */
export interface Inspected {
  readonly id: string
  readonly tenantId: string
  readonly studyIds: readonly string[]
  readonly authority: string
  readonly inspectorName: string
}

/** What a user may do at this moment. */
export interface Rights {
  /** Whether the user's open system role has every menu. */
  readonly superAdmin: boolean
  /** The menus of the system role; every code for a super administrator. */
  readonly menus: ReadonlySet<MenuCode>
  /** The memberships, in the order of joining. */
  readonly memberships: readonly Membership[]
  /** Set for the account of an inspector, also before the first and after the last day. */
  readonly inspection?: Inspected
}

/** Rights as the database function `rights_of` returns them. */
export interface FoundRights {
  readonly superAdmin: boolean
  readonly menus: readonly MenuCode[]
  readonly memberships: readonly {
    readonly tenantId: string
    readonly menus: readonly MenuCode[]
    readonly inspection?: Omit<Inspected, 'tenantId'> & { readonly isCurrent: boolean }
  }[]
}

const everyMenu: ReadonlySet<MenuCode> = new Set(menuCodes)

/** Returns the rights of an inspector, whatever else the account was granted. */
function inspectorRights(memberships: FoundRights['memberships']): Rights | undefined {
  for (const { tenantId, inspection: found } of memberships) {
    if (!found) continue
    const { isCurrent, ...inspection } = found
    const menus = new Set(isCurrent ? inspectorMenus : [])
    const rights = { superAdmin: false, menus: new Set<MenuCode>(), memberships: [{ tenantId, menus }] }
    return { ...rights, inspection: { ...inspection, tenantId } }
  }
  return undefined
}

export const toRights = ({ superAdmin, menus, memberships }: FoundRights): Rights =>
  inspectorRights(memberships) ?? {
    superAdmin,
    menus: superAdmin ? everyMenu : new Set(menus),
    memberships: memberships.map((one) => ({ tenantId: one.tenantId, menus: new Set(one.menus) })),
  }

/** Rights of a person other than the caller. */
export interface RightsOfPerson extends Rights {
  /** Whether the person's account is not locked. */
  readonly canSignIn: boolean
}

/**
 * Reads another person's rights, by the function that reads those of callers. A session of a tenant gets memberships of
 * its tenants only.
 */
export async function findRights(trx: Trx, userId: string): Promise<RightsOfPerson> {
  const { rows } = await sql<FoundRights & { readonly canSignIn: boolean }>`
    select * from rights_to_explain(${userId})`.execute(trx)
  const [found] = rows
  if (!found) throw new Error('rights_to_explain returned no row')
  return { ...toRights(found), canSignIn: found.canSignIn }
}
