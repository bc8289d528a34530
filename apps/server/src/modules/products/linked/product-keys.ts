import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import type { Secrets } from '../../../platform/secrets/index.ts'

/** Encryption purpose of product keys in `software`. */
export const productKeyPurpose = 'software-key'

/** Product with the keys that sign calls between it and the suite. */
interface ProductKeys {
  readonly softwareId: string
  readonly appCode: string
  /** The current key and, for a day after a replacement, the previous one; empty if none was ever set. */
  readonly keys: readonly string[]
}

/**
 * Returns the keys of a product. Must run as the system or the platform.
 * @param wanted product id or code
 * @returns undefined if the product does not exist
 */
export async function productKeys(
  trx: Trx,
  secrets: Secrets,
  wanted: { readonly softwareId: string } | { readonly appCode: string },
): Promise<ProductKeys | undefined> {
  const one = trx
    .selectFrom('software')
    .select(['id', 'appCode', 'appKeyEncrypted'])
    .select(
      sql<string | null>`case when former_key_ends_at > now() then former_key_encrypted end`.as('formerKey'),
    )
  const row = await ('softwareId' in wanted
    ? one.where('id', '=', wanted.softwareId)
    : one.where('appCode', '=', wanted.appCode)
  ).executeTakeFirst()
  if (!row) return undefined
  const keys = [row.appKeyEncrypted, row.formerKey].filter((key) => key !== null)
  return {
    softwareId: row.id,
    appCode: row.appCode,
    keys: keys.map((key) => secrets.decrypt(productKeyPurpose, key)),
  }
}
