import { deliver } from '../../../database/product-data.ts'
import type { Trx } from '../../../database/transaction.ts'
import { platformAdministrator, tenantAdministrator } from './seeded.ts'

/** Adds the roles that every deployment begins with, once. */
export const deliverRoles = async (trx: Trx): Promise<void> => {
  await deliver(trx, { name: 'roles', version: 1 }, async () => {
    await trx
      .insertInto('role')
      .values([platformAdministrator, tenantAdministrator])
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  })
}
