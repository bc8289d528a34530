import { categories } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import type { Trx } from '../database/transaction.ts'
import { tenantAdministrator } from '../modules/access/index.ts'
import { globalEntryId } from '../modules/dictionaries/index.ts'
import { userNameKey } from '../modules/identifiers/index.ts'
import { type DemoTenant, emailOf } from './demo-tenant.ts'

/**
 * Adds the user who administers a tenant, and their place in it.
 * @param passwordHash as it is to be stored
 * @returns the user name to sign in with
 */
export const addAdministrator = async (
  trx: Trx,
  tenantId: string,
  tenant: DemoTenant,
  passwordHash: string,
): Promise<string> => {
  const userId = uuidv7()
  const userName = `${tenant.key}.admin`
  await trx
    .insertInto('appUser')
    .values({
      id: userId,
      fullName: tenant.admin.fullName,
      userName,
      userNameKey: userNameKey(userName),
      email: emailOf(tenant),
      emailKey: emailOf(tenant),
      emailValid: 0,
      passwordHash,
      passwordChangedAt: new Date(),
    })
    .execute()
  await trx
    .insertInto('tenantUser')
    .values({
      tenantId,
      id: uuidv7(),
      userId,
      roleId: tenantAdministrator.id,
      typeId: globalEntryId(categories.userType, tenant.admin.userType),
      positionId: globalEntryId(categories.position, 'PM'),
    })
    .execute()
  return userName
}
