import { deliver } from '../../../database/product-data.ts'
import type { Trx } from '../../../database/transaction.ts'
import { ordinaryUser, platformAdministrator, tenantAdministrator } from './seeded.ts'

/** Each delivery reaches a database once: what an administrator has edited or deleted since stays so. */
const deliveries = [
  { name: 'roles', roles: [platformAdministrator, tenantAdministrator] },
  { name: 'roles 2', roles: [ordinaryUser] },
] as const

/** Adds the roles of every delivery that the database has not had yet. */
export const deliverRoles = async (trx: Trx): Promise<void> => {
  for (const { name, roles } of deliveries) {
    await deliver(trx, { name, version: 1 }, async () => {
      await trx
        .insertInto('role')
        .values([...roles])
        // Nor does a role of an administrator's own that bears the name keep the product from starting.
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    })
  }
}
