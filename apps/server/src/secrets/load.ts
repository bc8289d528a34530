import { createHmac, type KeyObject } from 'node:crypto'
import { StartupError } from '../database/index.ts'
import { seal, unseal } from './cipher.ts'
import { deriveKey } from './derive.ts'
import { secretOfFolder } from './secret-file.ts'
import { signingKey } from './signing-key.ts'

/** What the deployment's secret is good for; the secret itself goes nowhere. */
export interface Secrets {
  /** Encrypts text that must be readable again. A purpose has a key of its own, e.g. `server-key`. */
  encrypt(purpose: string, text: string): string
  /** Reads what `encrypt` made for the same purpose. Throws when it is not that, or was changed. */
  decrypt(purpose: string, sealed: string): string
  /** A keyed hash (HMAC-SHA-256, hex), for what is compared and never read, as a captcha's answer. */
  digest(purpose: string, text: string): string
  /** Signs the seals of the audit trail (Ed25519). */
  auditKey: KeyObject
}

const shortestSecret = 32

/** Makes the keys of a secret. */
export function secretsFrom(secret: string): Secrets {
  const keys = new Map<string, Buffer>()
  /** Each is derived once; there are as many as purposes. */
  const keyOf = (use: string): Buffer => {
    const key = keys.get(use) ?? deriveKey(secret, use)
    keys.set(use, key)
    return key
  }
  return {
    encrypt: (purpose, text) => seal(keyOf(`encrypt:${purpose}`), text),
    decrypt: (purpose, sealed) => unseal(keyOf(`encrypt:${purpose}`), sealed),
    digest: (purpose, text) =>
      createHmac('sha256', keyOf(`digest:${purpose}`))
        .update(text)
        .digest('hex'),
    auditKey: signingKey(keyOf('sign:audit')),
  }
}

export interface SecretSource {
  /** SECRET_KEY, at least 32 characters. */
  secretKey?: string
  /** DATA_DIR of an embedded database, where a secret is kept; undefined with a database of the operator's. */
  dataDir?: string
}

/**
 * Loads the deployment's secret: SECRET_KEY, or with the embedded database the one in its folder.
 *
 * @throws StartupError when there is none, or it is too short
 */
export async function loadSecrets({ secretKey, dataDir }: SecretSource): Promise<Secrets> {
  const secret = secretKey ?? (dataDir === undefined ? undefined : await secretOfFolder(dataDir))
  if (secret === undefined) {
    throw new StartupError(
      'With DATABASE_URL, SECRET_KEY is required: set it to a random text, for example of `openssl rand -base64 32`, ' +
        'and keep it: what is encrypted with it cannot be read without it.',
    )
  }
  if (secret.length < shortestSecret) {
    throw new StartupError(`SECRET_KEY is too short: it needs at least ${shortestSecret} characters.`)
  }
  return secretsFrom(secret)
}
