import { asSystem, inTransaction, type Trx } from '../../../platform/database/transaction.ts'
import { isRecent, nonceExpiry, type SignatureFault, type Signer } from '../../../platform/http/signature.ts'
import type { VerifySigner } from '../../../platform/http/work.ts'
import { productKeys } from './product-keys.ts'
import { isSignedUnder, readSigned, type SignedCall } from './signature.ts'

/** A product that signed a call. */
export interface CallingProduct extends Signer {
  readonly softwareId: string
  /** The same for every attempt of one operation. */
  readonly idempotencyKey: string
}

/**
 * Marks a nonce as used.
 * @returns the fault if it was used before or the call is stale
 */
async function spendNonce(
  trx: Trx,
  softwareId: string,
  { nonce, timestamp }: SignedCall,
): Promise<SignatureFault | undefined> {
  if (!(await isRecent(trx, timestamp))) return 'stale'
  const spent = await trx
    .insertInto('productNonce')
    .values({ softwareId, nonce, expiresAt: nonceExpiry(timestamp) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('nonce')
    .executeTakeFirst()
  return spent ? undefined : 'replayed'
}

/** Verifies which product signed a call, and marks its nonce as used. */
export const verifyProduct: VerifySigner<CallingProduct> = async ({ db, secrets }, incoming) => {
  const call = readSigned(incoming)
  if (!call) return 'unsigned'
  return inTransaction(db, asSystem, async (trx) => {
    const product = await productKeys(trx, secrets, { appCode: call.appCode })
    if (!isSignedUnder(product?.keys ?? [], call) || !product) return 'unsigned'
    const fault = await spendNonce(trx, product.softwareId, call)
    if (fault) return fault
    const { idempotencyKey, contentHash } = call
    return { softwareId: product.softwareId, name: product.appCode, idempotencyKey, contentHash }
  })
}
