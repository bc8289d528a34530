import { deliver } from '../../database/product-data.ts'
import type { Trx } from '../../database/transaction.ts'
import { type SeededSoftware, seededSoftware } from './products.ts'

const yes = 0
const no = 1
/** Minutes without a call after which a session in the product ends. */
const validityTime = 30

const toRow = ({ authorizationStyle, ...facts }: SeededSoftware, index: number) => ({
  ...{ ...facts, id: facts.webCode, validityTime, sort: (index + 1) * 10 },
  authorizationStyle: authorizationStyle ?? null,
  isStudyAuthorization: authorizationStyle === undefined ? no : yes,
  projdbShow: authorizationStyle === undefined ? no : yes,
})

/**
 * Adds the products that the suite is delivered with, once; an administrator's edits stay. They have no key
 * until an administrator enters the one that the product itself has. Must run as the platform.
 */
export const seedSoftware = async (trx: Trx): Promise<void> => {
  await deliver(trx, { name: 'software', version: 1 }, async () => {
    await trx
      .insertInto('software')
      .values(seededSoftware.map(toRow))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}
