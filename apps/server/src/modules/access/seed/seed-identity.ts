import type { Trx } from '../../../database/transaction.ts'
import { deliverMenus } from '../menus/deliver-menus.ts'
import { deliverRoles } from '../roles/deliver-roles.ts'
import { type Added, addAdministrator, administratorName } from './add-administrator.ts'

export interface SeedOptions {
  /** The first administrator's password; a random one by default. */
  readonly adminPassword?: string
}

/** The first administrator, as the start prints it. */
export interface SeededIdentity extends Added {
  readonly userName: string
}

/**
 * Puts roles, menus and the first administrator in place. Called at every start; adds only what the
 * database has never had, so edits by administrators stay. Must run as the platform.
 */
export const seedIdentity = async (trx: Trx, options: SeedOptions = {}): Promise<SeededIdentity> => {
  await deliverRoles(trx)
  await deliverMenus(trx)
  return { userName: administratorName, ...(await addAdministrator(trx, options.adminPassword)) }
}
