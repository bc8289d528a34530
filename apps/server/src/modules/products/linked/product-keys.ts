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

/** Columns of `software` with the keys of a product, which `decryptKeys` reads. */
export const keyColumns = [
  'software.appKeyEncrypted' as const,
  sql<string | null>`case when software.former_key_ends_at > now() then software.former_key_encrypted end`.as(
    'formerKey',
  ),
] as const

/** Returns the keys in the columns of `keyColumns`, as `ProductKeys` has them. */
export const decryptKeys = (
  secrets: Secrets,
  {
    appKeyEncrypted,
    formerKey,
  }: { readonly appKeyEncrypted: string | null; readonly formerKey: string | null },
): string[] =>
  [appKeyEncrypted, formerKey]
    .filter((key) => key !== null)
    .map((key) => secrets.decrypt(productKeyPurpose, key))

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
  const one = trx.selectFrom('software').select(['id', 'appCode']).select(keyColumns)
  const row = await ('softwareId' in wanted
    ? one.where('id', '=', wanted.softwareId)
    : one.where('appCode', '=', wanted.appCode)
  ).executeTakeFirst()
  return row && { softwareId: row.id, appCode: row.appCode, keys: decryptKeys(secrets, row) }
}
