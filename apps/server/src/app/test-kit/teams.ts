import { type KeyObject, randomBytes, randomUUID, sign } from 'node:crypto'
import { teamKeys } from '../../modules/releases/test-kit/index.ts'
import { signedText } from '../../platform/http/signature.ts'
import { contentHashOf } from '../../platform/http/signed-content.ts'
import type { Signer } from './products.ts'

/** Returns a team that signs calls with a key under the key's id. */
export const team = (appCode = 'team-1', key: KeyObject = teamKeys.trusted.privateKey): Signer => ({
  appCode,
  sign: ({ method, path, body = '', timestamp: time = Math.floor(Date.now() / 1000), ...call }) => {
    const timestamp = String(time)
    const nonce = randomBytes(16).toString('base64url')
    const idempotencyKey = call.idempotencyKey ?? randomUUID()
    const contentHash = contentHashOf(body)
    const text = signedText({ method, path, timestamp, nonce, idempotencyKey, contentHash })
    return {
      'atrium-key': call.appCode ?? appCode,
      'atrium-timestamp': timestamp,
      'atrium-nonce': nonce,
      'idempotency-key': idempotencyKey,
      'atrium-content-sha256': contentHash,
      'atrium-signature': `ed25519=${sign(null, Buffer.from(text), key).toString('base64')}`,
    }
  },
})
