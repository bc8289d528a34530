import { uuidv7 } from 'uuidv7'
import type { Trx } from '../../platform/database/transaction.ts'
import { noteUserNameLooks, userNameKey } from '../identity/identifiers/index.ts'
import { checkOperatorPassword, hashPassword, randomPassword } from '../identity/passwords/index.ts'
import { deliverMenus } from './delivered-menus.ts'
import { deliverRoles, platformAdministrator } from './delivered-roles.ts'

/** User name of the first administrator, who is created with the deployment. */
export const administratorName = 'admin'

const exists = async (trx: Trx): Promise<boolean> => {
  const found = await trx
    .selectFrom('appUser')
    .select('id')
    .where('userNameKey', '=', userNameKey(administratorName))
    .executeTakeFirst()
  return found !== undefined
}

/** Outcome of seeding the first administrator. */
interface Added {
  /** Whether this start created the administrator. */
  readonly isNew: boolean
  /** Random password that this start generated. */
  readonly password?: string
}

/**
 * Creates the first administrator unless the user name exists already. An existing administrator keeps their
 * password.
 * @param chosen the password to set; a random one by default
 * @throws StartupError if the chosen password is one of the most common ones
 */
const addAdministrator = async (trx: Trx, chosen: string | undefined): Promise<Added> => {
  if (await exists(trx)) return { isNew: false }
  if (chosen !== undefined) await checkOperatorPassword(chosen)
  const password = chosen ?? randomPassword()
  const added = await trx
    .insertInto('appUser')
    .values({
      id: uuidv7(),
      userName: administratorName,
      userNameKey: userNameKey(administratorName),
      fullName: '平台管理员',
      fullNameEn: 'Administrator',
      roleId: platformAdministrator.id,
      passwordHash: await hashPassword(password),
      passwordChangedAt: new Date(),
    })
    .onConflict((conflict) => conflict.column('userNameKey').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) await noteUserNameLooks(trx, added.id, administratorName)
  return { isNew: added !== undefined, ...(added && chosen === undefined && { password }) }
}

export interface SeedOptions {
  /** Password of the first administrator; random by default. */
  readonly adminPassword?: string
}

/** The first administrator, as printed at the start of the server. */
export interface SeededIdentity extends Added {
  readonly userName: string
}

/**
 * Adds roles, menus and the first administrator. Runs at every start and adds only what the database has never
 * received, so that administrators' edits are kept. Must run as the platform.
 */
export const seedIdentity = async (trx: Trx, options: SeedOptions = {}): Promise<SeededIdentity> => {
  await deliverRoles(trx)
  await deliverMenus(trx)
  return { userName: administratorName, ...(await addAdministrator(trx, options.adminPassword)) }
}
