import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { StartupError } from '../database/index.ts'
import { secretOfFolder } from './secret-file.ts'

export { secretFileOf } from './secret-file.ts'

const algorithm = 'aes-256-gcm'
const version = 'v1'
const ivLength = 12
const tagLength = 16

/**
 * Encrypts text with AES-256-GCM under a fresh random IV.
 *
 * @returns `v1.<iv>.<ciphertext and tag>`, the parts base64url
 */
function encryptText(key: Buffer, text: string): string {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, key, iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return [version, iv.toString('base64url'), body.toString('base64url')].join('.')
}

/**
 * Decrypts a text that `encryptText` returned.
 * @throws Error if it was encrypted with another key, or changed since
 */
function decryptText(key: Buffer, sealed: string): string {
  const [found, iv, body] = sealed.split('.')
  if (found !== version || !iv || !body) throw new Error('not an encrypted value')
  const bytes = Buffer.from(body, 'base64url')
  const decipher = createDecipheriv(algorithm, key, Buffer.from(iv, 'base64url'), {
    authTagLength: tagLength,
  })
  decipher.setAuthTag(bytes.subarray(-tagLength))
  return decipher.update(bytes.subarray(0, -tagLength), undefined, 'utf8') + decipher.final('utf8')
}

/**
 * Derives the key for one purpose from the deployment's secret (HKDF-SHA-256, RFC 5869). Purposes never share a key,
 * and no key reveals the secret.
 * @returns 32 bytes
 */
function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'atrium', purpose, 32))
}

/** Prefix of the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Returns the Ed25519 private key of a seed of 32 bytes. */
function signingKey(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
}

/** Functions that use the deployment's secret. The secret itself is not exposed. */
export interface Secrets {
  /** Encrypts text that must be readable again. Each purpose, e.g. `server-key`, has its own key. */
  encrypt(purpose: string, text: string): string
  /** Decrypts a text that `encrypt` returned for the same purpose. Throws for any other text, or if it was changed. */
  decrypt(purpose: string, sealed: string): string
  /** Returns a keyed hash (HMAC-SHA-256, hex) for values that are only compared, such as a captcha's answer. */
  digest(purpose: string, text: string): string
  /** Key that signs the seals of the audit trail (Ed25519). */
  auditKey: KeyObject
}

const shortestSecret = 32

/** Derives keys from a secret. */
export function secretsFrom(secret: string): Secrets {
  const keys = new Map<string, Buffer>()
  /** Returns the key for a use. Each key is derived once. */
  const keyOf = (use: string): Buffer => {
    const key = keys.get(use) ?? deriveKey(secret, use)
    keys.set(use, key)
    return key
  }
  return {
    encrypt: (purpose, text) => encryptText(keyOf(`encrypt:${purpose}`), text),
    decrypt: (purpose, sealed) => decryptText(keyOf(`encrypt:${purpose}`), sealed),
    digest: (purpose, text) =>
      createHmac('sha256', keyOf(`digest:${purpose}`))
        .update(text)
        .digest('hex'),
    auditKey: signingKey(keyOf('sign:audit')),
  }
}

interface SecretSource {
  /** SECRET_KEY, at least 32 characters. */
  secretKey?: string
  /** DATA_DIR of an embedded database, which contains the secret's file; undefined with an external database. */
  dataDir?: string
}

/**
 * Reads the deployment's secret: SECRET_KEY, or with the embedded database the one in its folder.
 * @throws StartupError if there is no secret, or it is too short
 */
export async function readSecret({ secretKey, dataDir }: SecretSource): Promise<string> {
  const secret = secretKey ?? (dataDir === undefined ? undefined : await secretOfFolder(dataDir))
  if (secret === undefined) {
    throw new StartupError(
      'SECRET_KEY is required if DATABASE_URL is set: set it to a random text, for example the output of `openssl rand -base64 32`, ' +
        'and keep it: encrypted data cannot be read without it.',
    )
  }
  if (secret.length < shortestSecret) {
    throw new StartupError(`SECRET_KEY is too short: it needs at least ${shortestSecret} characters.`)
  }
  return secret
}

/**
 * Loads the functions that use the deployment's secret.
 * @throws StartupError if there is no secret, or it is too short
 */
export const loadSecrets = async (source: SecretSource): Promise<Secrets> =>
  secretsFrom(await readSecret(source))
