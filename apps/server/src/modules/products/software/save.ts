import { maskedKey, type softwareSave } from '@atrium/contract'
import { sql } from 'kysely'
import { saving } from '../../../platform/crud/index.ts'
import type { Work } from '../../../platform/http/work.ts'
import { type KeyColumns, products } from './entity.ts'

/** Encryption purpose of product keys. */
const purpose = 'software-key'

/** Reads the current encrypted key of a product and locks the row, so that no other transaction can replace the key. */
const presentKey = async ({ trx, input }: Work<typeof softwareSave>): Promise<string | null> => {
  const found = await trx
    .selectFrom('software')
    .select('appKeyEncrypted')
    .where('id', '=', input.id)
    .forUpdate()
    .executeTakeFirst()
  return found?.appKeyEncrypted ?? null
}

/** Returns the key columns to write: none if the mask or the product's current key was sent. */
async function keyColumns(work: Work<typeof softwareSave>): Promise<KeyColumns> {
  const { secrets } = work.services
  const { appKey } = work.input
  if (appKey === maskedKey) return {}
  const present = await presentKey(work)
  if (present !== null && secrets.decrypt(purpose, present) === appKey) return {}
  return {
    appKeyEncrypted: secrets.encrypt(purpose, appKey),
    keySetAt: sql<Date>`now()`,
    // The product may switch to the new key slightly earlier or later.
    formerKeyEncrypted: present,
    formerKeyEndsAt: present === null ? null : sql<Date>`now() + interval '24 hours'`,
  }
}

/** Adds or changes a product. A new key is stored encrypted, and the former key stays valid for another day. */
export const saveSoftware = async (work: Work<typeof softwareSave>): Promise<string> =>
  saving(products(await keyColumns(work)))(work)
