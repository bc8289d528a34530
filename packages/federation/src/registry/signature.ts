import { createHash, createPublicKey, verify } from 'node:crypto'
import * as z from 'zod/mini'
import { RemoteName, RoutePrefix } from './manifest.ts'

/** Name of a manifest's signature, beside it. */
export const signatureName = 'release.json.sig'

/** Who signed a manifest: Ed25519 (RFC 8032) over its bytes, base64. */
export const ReleaseSignature = z.object({
  /** The id of the key. */
  key: z.string().check(z.regex(/^[!-~]{1,64}$/)),
  signature: z.string().check(z.regex(/^[A-Za-z0-9+/]{86}==$/)),
})
export type ReleaseSignature = z.output<typeof ReleaseSignature>

const publicKeyOf = (key: string) =>
  createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })

const isPublicKey = (key: string): boolean => {
  try {
    return publicKeyOf(key).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}

/** The keys that an operator trusts, by the remote whose releases they sign. */
export const TrustedKeys = z.record(
  RemoteName,
  z.strictObject({
    /** Ed25519 public keys by their ids: SubjectPublicKeyInfo (RFC 8410) in base64. */
    keys: z.record(
      ReleaseSignature.shape.key,
      z.string().check(z.refine(isPublicKey, 'is no Ed25519 public key: SubjectPublicKeyInfo in base64')),
    ),
    /** Whether a release counts as soon as it is accepted; otherwise somebody activates it. */
    activate: z.optional(z.boolean()),
    /** Path prefixes that its releases may take besides those that it has; no other remote's in any case. */
    routes: z.optional(z.array(RoutePrefix)),
  }),
)
export type TrustedKeys = z.output<typeof TrustedKeys>

/**
 * Whether something was signed under a key.
 * @param key SubjectPublicKeyInfo, base64
 * @param signature base64
 */
export const isSignedBy = (key: string, content: Buffer | string, signature: string): boolean =>
  verify(null, Buffer.from(content), publicKeyOf(key), Buffer.from(signature, 'base64'))

/** The id of a key that has no other: the first 16 hex digits of its SHA-256. @param key SubjectPublicKeyInfo, base64 */
export const idOfKey = (key: string): string =>
  createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 16)
