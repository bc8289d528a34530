import { randomBytes, randomUUID } from 'node:crypto'
import type { TestDatabase } from '../../../test-support/index.ts'
import { testServices } from '../../../test-support/services.ts'
import { type CallToSign, productKeyPurpose, signedHeaders } from '../../modules/products/linked/index.ts'

/** A product or team that can sign calls to the server under test. */
export interface Signer {
  /** Code of the product, or id of the team's key. */
  readonly appCode: string
  /** Returns the headers of a call, with a new signature each time. */
  readonly sign: (call: Partial<CallToSign> & Pick<CallToSign, 'method' | 'path'>) => Record<string, string>
}

/** A product that can sign calls. */
export interface TestProduct extends Signer {
  readonly softwareId: string
  readonly key: string
}

/** Gives a delivered product a key. */
export async function linkedProduct(database: TestDatabase, appCode = 'EDC'): Promise<TestProduct> {
  const key = randomBytes(32).toString('base64url')
  const appKeyEncrypted = testServices(database).secrets.encrypt(productKeyPurpose, key)
  const { id } = await database.owner
    .updateTable('software')
    .set({ appKeyEncrypted })
    .where('appCode', '=', appCode)
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    softwareId: id,
    appCode,
    key,
    sign: (call) => signedHeaders({ appCode, keys: [key], body: '', idempotencyKey: randomUUID(), ...call }),
  }
}
